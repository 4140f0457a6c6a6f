import type { IncomingMessage, ServerResponse } from "node:http";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFaultyServer, type FaultyServer } from "./sw-server.ts";
import { askFrom, jsonOf, keptFiles, openPage, posting, registerOn } from "./sw-site.ts";
import { useStage } from "./sw-stage.ts";

/** A site with its own API under /api. */
const stage = useStage();
let elsewhere: FaultyServer;
let page: Page;
const seen: string[] = [];

function api(request: IncomingMessage, response: ServerResponse): true | undefined {
  const { method, url = "", headers } = request;
  if (!/^\/(?:api|i)\b/.test(url)) return undefined;
  seen.push(`${method} ${url}`);
  if (url === "/api/video") {
    const [, from = 0, to = 0] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? "") ?? [];
    const part = "0123456789".slice(Number(from), Number(to) + 1);
    response.writeHead(206, { "Content-Range": `bytes ${from}-${to}/10` }).end(part);
  } else if (url === "/api/events") {
    response.writeHead(200, { "Content-Type": "text/event-stream" }).write("data: first\n\n");
    response.on("close", () => seen.push("closed"));
  } else if (url === "/api/old") response.writeHead(302, { Location: "/api/new" }).end();
  else if (url === "/api/login") response.writeHead(200, { "Set-Cookie": "who=ada; HttpOnly; Path=/" }).end();
  else {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    const { cookie, authorization } = headers;
    request.on("end", () => response.end(JSON.stringify({ method, url, body, cookie, authorization })));
  }
  return true;
}

beforeAll(async () => {
  elsewhere = await createFaultyServer();
  stage.site.route = api;
  ({ page } = await openPage(stage.browser, stage.site));
  await registerOn(page);
}, 60_000);
afterAll(() => elsewhere?.close());

const json = async (path: string, init?: object) => jsonOf(await askFrom(page, path, init));

test.each([
  ["GET", "/api/users?data=x"],
  ["GET", "/api/qr/other"],
  ["GET", "/api/qrs?data=x"],
  ["GET", "/api/qr/batch"],
  ["PUT", "/api/qr?data=x"],
  ["DELETE", "/api/qr?data=x"],
  ["PATCH", "/api/i"],
  ["DELETE", "/api/i"],
  ["GET", "/api/i/0123456789"],
  ["POST", "/api/og?data=x"],
  ["GET", "/i/short"],
  ["GET", "/i/0123456789.gif"],
  ["GET", "/healthz/../api/user"],
])("%s %s goes to the site", async (method, path) => {
  const body = method === "GET" ? {} : { body: "a body" };
  const response = await json(path, { method, ...body, headers: { Authorization: "Basic eA==" } });
  const url = new URL(path, stage.site.url);
  expect(response).toMatchObject({ method, url: url.pathname + url.search, authorization: "Basic eA==", ...body });
});

test("requests an unknown link from the site", async () => {
  expect(await json("/i/AAAAAAAAAA")).toMatchObject({ method: "GET", url: "/i/AAAAAAAAAA" });
  const headers = { Authorization: "Bearer x" };
  expect(await json("/api/i/AAAAAAAAAA", { method: "DELETE", headers })).toMatchObject({ authorization: "Bearer x" });
});

test("passes range requests through", async () => {
  const response = await askFrom(page, "/api/video", { headers: { Range: "bytes=2-5" } });
  expect([response.status, Buffer.from(response.body, "base64").toString()]).toEqual([206, "2345"]);
  expect(response.headers["content-range"]).toBe("bytes 2-5/10");
});

test("passes streams and their cancellation through", async () => {
  const first = await page.evaluate(async () => {
    const ending = new AbortController();
    const answer = await fetch("/api/events", { signal: ending.signal });
    const part = await answer.body?.getReader().read();
    ending.abort();
    return new TextDecoder().decode(part?.value);
  });
  expect(first).toBe("data: first\n\n");
  await expect.poll(() => seen.includes("closed")).toBe(true);
});

test("respects the credentials mode of the page", async () => {
  await askFrom(page, "/api/login");
  expect(await json("/api/me")).toMatchObject({ cookie: "who=ada" });
  expect(await json("/api/me", { credentials: "omit" })).not.toHaveProperty("cookie");
});

test("respects the redirect mode of the page", async () => {
  expect(await json("/api/old")).toMatchObject({ url: "/api/new" });
  const kinds = await page.evaluate(async () => {
    const [followed, manual] = [await fetch("/api/old"), await fetch("/api/old", { redirect: "manual" })];
    return [followed.redirected, followed.url.endsWith("/api/new"), manual.type];
  });
  expect(kinds).toEqual([true, true, "opaqueredirect"]);
});

test("requests to other sites go to those sites, even for the same paths, and responses keep their type", async () => {
  const kinds = await page.evaluate(async (url) => {
    const [closed, open] = [await fetch(`${url}/x`, { mode: "no-cors" }), await fetch(`${url}/api/qr?data=theirs`)];
    return [closed.type, closed.status, open.type, open.status];
  }, elsewhere.url);
  expect(kinds).toEqual(["opaque", 0, "cors", 200]);
  expect(elsewhere.seen).toContain("GET /api/qr?data=theirs");
});

test("stores none of the passed-through responses", async () => {
  const kept = await keptFiles(page);
  expect(kept.map((url) => url.replace(/.*\//, ""))).toEqual(["service.js", "share.js"]);
});

test("the worker responds only below the prefix", async () => {
  const other = await openPage(stage.browser, stage.site);
  await registerOn(other.page, { prefix: "/codes/" });
  seen.length = 0;
  const mine = await askFrom(other.page, "/codes/api/qr?data=x");
  expect(mine.headers["content-type"]).toBe("image/png");
  const made = await askFrom(other.page, "/codes/api/i", posting({ data: "prefixed" }));
  const { url } = jsonOf(made);
  expect(url).toMatch(`${stage.site.url}/codes/i/`);
  await other.page.goto(url);
  expect(await other.page.locator("main").textContent()).toContain("prefixed");
  expect(seen).toEqual([]);
  await other.page.goto(stage.site.url);
  await askFrom(other.page, "/api/qr?data=x");
  expect(seen).toEqual(["GET /api/qr?data=x"]);
  await other.context.close();
});

test("forwards what needs a file that the site lacks, unless the request must stay on the device", async () => {
  stage.site.route = (request, response) => {
    if (!request.url?.includes("/nunito/")) return api(request, response);
    response.writeHead(404).end();
    return true;
  };
  const path = "/api/qr?data=secret&caption=x&captionFont=rounded";
  expect(await json(path)).toMatchObject({ method: "GET", url: path });
  seen.length = 0;
  const { status } = await askFrom(page, path, { headers: { "X-Isoqr-Device": "only" } });
  stage.site.route = api;
  expect([status, seen]).toEqual([501, []]);
});
