import { describe, expect, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { VERSION } from "../../src/http/reference/document.ts";
import { NOT_ALLOWED } from "../../src/http/respond.ts";
import { unexpectedError } from "../../src/messages/page-rules.ts";
import { createService } from "../../src/service/service.ts";
import { ruleText } from "../rule-text.ts";
import { testError } from "../test-error.ts";
import { ask, errorOf } from "./ask.ts";

describe("paths", () => {
  test.each(["/api", "/api/qr/", "/api/QR", "/favicon.ico", "/__proto__", "//", "/%"])(
    "returns 404 for %s",
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("X-Error-Code")).toBe("NOT_FOUND");
      expect(await errorOf(answer)).toContain("nothing found at");
    },
  );

  test.each([
    ["PUT", "/api/qr", "GET, HEAD, POST, OPTIONS"],
    ["DELETE", "/api/qr", "GET, HEAD, POST, OPTIONS"],
    ["PATCH", "/api/qr", "GET, HEAD, POST, OPTIONS"],
    ["POST", "/healthz", "GET, HEAD, OPTIONS"],
    ["POST", "/", "GET, HEAD, OPTIONS"],
  ])("returns 405 for %s %s", async (method, path, allow) => {
    const answer = await ask(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe(allow);
    expect(answer.headers.get("X-Error-Code")).toBe("METHOD_NOT_ALLOWED");
    expect(await errorOf(answer)).toBe(ruleText(NOT_ALLOWED, { method, path, allow }));
  });

  test("GET /healthz reports that the service is running", async () => {
    const answer = await ask("/healthz");
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok", version: VERSION }]);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });

  test("GET /docs/ redirects to the reference by a relative URL", async () => {
    const answer = await ask("/docs/");
    expect([answer.status, answer.headers.get("Location")]).toEqual([308, "../docs"]);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  test("GET / is a page that loads nothing from other origins", async () => {
    const answer = await ask("/");
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const page = await answer.text();
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const picture = /src="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await ask(`/${picture}`)).headers.get("Content-Type")).toBe("image/svg+xml");
  });
});

describe("OPTIONS", () => {
  const preflight = { "Access-Control-Request-Method": "POST", Origin: "https://page.example" };

  test("a preflight gets the allowed methods and headers", async () => {
    const headers = { ...preflight, "Access-Control-Request-Headers": "content-type" };
    const answer = await ask("/api/qr", { method: "OPTIONS", headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(answer.headers.get("Access-Control-Allow-Methods")).toContain("POST");
    expect(answer.headers.get("Access-Control-Allow-Headers")).toBe("*, Authorization");
    expect(answer.headers.get("Access-Control-Max-Age")).toBe("86400");
    expect(await answer.text()).toBe("");
  });
  test("OPTIONS lists the methods if the request has no preflight headers", async () => {
    const answer = await ask("/healthz", { method: "OPTIONS" });
    expect([answer.status, answer.headers.get("Allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });
  test("a preflight for an unknown path succeeds, so that pages can read the 404", async () => {
    expect((await ask("/unknown", { method: "OPTIONS", headers: preflight })).status).toBe(204);
    expect((await ask("/unknown", { method: "OPTIONS" })).status).toBe(404);
  });
});

describe("errors", () => {
  const failing = (error: unknown) => {
    const reports: unknown[] = [];
    const app = createApp(
      { ...createService(), generate: () => Promise.reject(error) },
      { report: (seen) => reports.push(seen) },
    );
    return { reports, answer: app(new Request("http://isoqr.test/api/qr?data=x")) };
  };

  test("returns 500 for an unexpected error, which it reports but does not send", async () => {
    const secret = new TypeError("secret at /home/secret.ts");
    const { reports, answer } = failing(secret);
    expect((await answer).status).toBe(500);
    expect((await answer).headers.get("X-Error-Code")).toBe("INTERNAL");
    expect(await errorOf(await answer)).toBe(ruleText(unexpectedError));
    expect(reports).toEqual([secret]);
  });
  test("returns 500 for a thrown value that is not an Error", async () => {
    const { reports, answer } = failing("a string");
    expect((await answer).status).toBe(500);
    expect(await errorOf(await answer)).toBe(ruleText(unexpectedError));
    expect(reports).toEqual(["a string"]);
  });
  test("a QrError keeps its status and message, and is not reported", async () => {
    const { reports, answer } = failing(testError("BUSY", "come back later"));
    expect((await answer).status).toBe(503);
    expect(await errorOf(await answer)).toBe("come back later");
    expect(reports).toEqual([]);
  });
});

describe("turns", () => {
  /** Creates an app whose requests wait for their turns. `next` lets the longest wait end. */
  function waiting() {
    const turns: { client: string | undefined; begin(): void }[] = [];
    const app = createApp(createService(), {
      clientOf: (request) => request.headers.get("X-Client") ?? undefined,
      takeTurn: ({ client }) => new Promise<void>((begin) => turns.push({ client, begin })),
    });
    const answered: string[] = [];
    const send = (path: string, init?: RequestInit) =>
      app(new Request(`http://isoqr.test${path}`, init)).then(({ status }) => answered.push(`${status} ${path}`));
    return { turns, answered, send };
  }

  test("a request waits for its client's turn, but a health check does not", async () => {
    const { turns, answered, send } = waiting();
    const all = [send("/api/qr?data=x", { headers: { "X-Client": "a" } }), send("/healthz"), send("/readyz")];
    await Promise.all(all.slice(1));
    expect(answered).toEqual(["200 /healthz", "200 /readyz"]);
    expect(turns).toMatchObject([{ client: "a" }]);
    turns[0]?.begin();
    await all[0];
    expect(answered).toContain("200 /api/qr?data=x");
  });

  test.each(["/api/qr", "/api/qr/batch", "/api/qr/validate"])(
    "the body of a POST to %s is parsed in another turn",
    async (path) => {
      const { turns, answered, send } = waiting();
      const headers = { "Content-Type": "application/json" };
      const answer = send(path, { method: "POST", headers, body: "not JSON" });
      turns[0]?.begin();
      await vi.waitUntil(() => turns.length === 2);
      expect(answered).toEqual([]);
      turns[1]?.begin();
      await answer;
      expect(answered).toEqual([`400 ${path}`]);
    },
  );

  test("each further chunk of a large body is read in a turn of its own", async () => {
    const { turns, answered, send } = waiting();
    const chunk = new TextEncoder().encode(" ".repeat(20_000));
    let sent = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          if (++sent <= 3) controller.enqueue(chunk);
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "Content-Type": "application/json" };
    const answer = send("/api/qr", { method: "POST", headers, body, duplex: "half" } as RequestInit);
    for (let turn = 0; turn < 5; turn++) {
      await vi.waitUntil(() => turns.length === turn + 1);
      expect(sent).toBe(turn);
      turns[turn]?.begin();
    }
    await answer;
    expect(answered).toEqual(["400 /api/qr"]);
  });
});
