import { describe, expect, test } from "vitest";
import type { QrApi } from "../../src/api.ts";
import { createApp } from "../../src/http/app.ts";
import { acceptedLanguages } from "../../src/http/link-paths.ts";
import { drawErrorPage } from "../../src/http/page.ts";
import { createRouter } from "../../src/http/router.ts";
import { addServiceRoutes } from "../../src/http/service-routes.ts";
import { shareFile } from "../../src/http/share/file.ts";
import { sharePage } from "../../src/http/share/page.ts";
import { unexpectedError } from "../../src/messages/page-rules.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { ruleText } from "../rule-text.ts";
import { requests, type SampleRequest } from "../runtime/requests.ts";
import { withoutToken } from "../runtime/same-response.ts";

const whole = createApp(createService({ links: createMemoryLinks() }));

function createServiceApp(api: QrApi, report: (error: unknown) => void = console.error) {
  const router = createRouter(report, undefined, (reason, request, root) =>
    drawErrorPage(reason, root, acceptedLanguages(request)),
  );
  addServiceRoutes(router, api, { report, share: { sharePage, shareFile } });
  return router.app;
}
const small = createServiceApp(createService({ links: createMemoryLinks() }));

const link = "/i/sprZHUDeqC";
const more: readonly SampleRequest[] = [
  { name: "HEAD of a page", path: link, init: { method: "HEAD" } },
  { name: "HEAD where a link would be made", path: "/api/i?data=x", init: { method: "HEAD" } },
  { name: "a link that is not there, for people", path: "/i/AAAAAAAAAA", init: { headers: { Accept: "text/html" } } },
  { name: "what is no link", path: "/i/a.gif" },
  { name: "what is no link, encoded", path: "/i/a%20b" },
  { name: "a picture that the client has cached", path: "/api/qr?data=x", init: { headers: { "If-None-Match": "*" } } },
  { name: "an unknown path", path: "/api/nothing" },
  { name: "a path with a trailing slash", path: "/api/qr/" },
  { name: "a wrong method", path: "/api/qr", init: { method: "PUT" } },
  { name: "HEAD of a POST route", path: "/api/qr/batch", init: { method: "HEAD" } },
  { name: "OPTIONS", path: "/api/i", init: { method: "OPTIONS" } },
  { name: "a path with the same prefix", path: "/api/qrs" },
];

describe("the service's routes alone", () => {
  // These tests run in order, because later requests use the links of earlier ones.
  test.each([...requests, ...more])(
    "the service's routes respond like the complete app: $name",
    async ({ path, init }) => {
      const responseOf = async (app: (request: Request) => Promise<Response>) => {
        const answer = await app(new Request(`http://isoqr.test${path}`, init));
        const body = withoutToken(await answer.arrayBuffer());
        return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
      };
      expect(await responseOf(small)).toEqual(await responseOf(whole));
    },
  );

  test("the service's routes report unexpected errors without sending them", async () => {
    const reported: unknown[] = [];
    const fault = new Error("a secret");
    const broken = createServiceApp({ ...createService(), readLink: () => Promise.reject(fault) }, (error) =>
      reported.push(error),
    );
    const answer = await broken(new Request("http://isoqr.test/i/AAAAAAAAAA.png"));
    expect([answer.status, await answer.json()]).toEqual([500, { error: ruleText(unexpectedError) }]);
    expect(reported).toEqual([fault]);
  });
});
