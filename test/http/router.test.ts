import { expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createRouter, NOTHING_FOUND } from "../../src/http/router.ts";
import { createService } from "../../src/service/service.ts";
import { ruleText } from "../rule-text.ts";

test.each([
  ["GET", "/api/qr?data=x", "/api/qr"],
  ["HEAD", "/api/qr?data=x", "/api/qr"],
  ["POST", "/api/qr/batch", "/api/qr/batch"],
  ["GET", "/i/abcdefghij.png?size=99", "/i/:name"],
  ["GET", "/i/abcdefghij", "/i/:name"],
  ["DELETE", "/api/i/abcdefghij", "/api/i/:id"],
  ["GET", "/v1/create-qr-code/?data=x", "/v1/create-qr-code/"],
  ["GET", "/sw.js", "/:name"],
  ["GET", "/isoqr-1.0.0-abc/packages/a/b.wasm", "/:build/*"],
  ["GET", "/readyz", "/readyz"],
  ["DELETE", "/api/qr", "none"],
  ["GET", "/nothing/here", "none"],
  ["BREW", "/api/qr", "none"],
])("%s %s has the route %s", async (method, path, route) => {
  const routes: string[] = [];
  const onRoute = (_: Request, route: string) => routes.push(route);
  const app = createApp(createService(), { onRoute, report: () => {} });
  await app(new Request(`http://isoqr.test${path}`, { method }));
  expect(routes).toEqual([route]);
});

test("reports why an error page cannot be drawn, and responds with JSON", async () => {
  const reported: unknown[] = [];
  const fault = new Error("the page is missing");
  const { app } = createRouter(
    (error) => reported.push(error),
    undefined,
    () => Promise.reject(fault),
  );
  const answer = await app(new Request("http://isoqr.test/nothing", { headers: { Accept: "text/html" } }));
  expect([answer.status, await answer.json()]).toEqual([404, { error: ruleText(NOTHING_FOUND, { path: "/nothing" }) }]);
  expect(reported).toEqual([fault]);
});
