import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type { HeavyWork } from "../../src/ports.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { unreachableFile } from "../../sw/parts/part.ts";
import { requests, type SampleRequest } from "../runtime/requests.ts";
import { withoutToken } from "../runtime/same-response.ts";
import { askFrom, jsonOf, openPage, registerOn } from "./sw-site.ts";
import { useStage } from "./sw-stage.ts";

const stage = useStage();
let page: Page;

beforeAll(async () => {
  ({ page } = await openPage(stage.browser, stage.site));
  await registerOn(page);
  await stage.site.leave();
}, 60_000);

/** Like the offline worker, this app has none of the parts for heavy jobs yet. */
const heavy: HeavyWork = {
  jobs: new Set(["scan"]),
  run: async () => {
    throw unreachableFile(undefined, "scan.js");
  },
};
const model = createApp(createService({ links: createMemoryLinks(), heavy }));

/** Resolves to a server's response, in the format of responses received by the page. */
async function modelAnswer({ path, init }: SampleRequest) {
  const answer = await model(new Request(stage.site.url + path, init));
  const body = Buffer.from(await answer.arrayBuffer()).toString("base64");
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
}

const comparable = (body: string) => withoutToken(Buffer.from(body, "base64"));

test.each(requests)("answers $name offline with the server's response", async (sample) => {
  const [response, expected] = [await askFrom(page, sample.path, sample.init), await modelAnswer(sample)];
  expect(response.status).toBe(expected.status);
  expect(comparable(response.body)).toBe(comparable(expected.body));
  expect(response.headers).toMatchObject(expected.headers);
});

test.each([
  ["PUT", "/api/qr?data=x"],
  ["PATCH", "/api/qr"],
  ["GET", "/api/qr/batch"],
  ["GET", "/api/qr/nothing"],
  ["POST", "/api/og"],
  ["DELETE", "/api/i"],
  ["GET", "/api/i/short"],
])("answers %s %s offline with the server's error", async (method, path) => {
  const init = { method, ...(method !== "GET" && { body: "{}" }) };
  const [response, expected] = [await askFrom(page, path, init), await modelAnswer({ name: "", path, init })];
  expect(expected.status).toBeGreaterThan(403);
  expect([response.status, jsonOf(response)]).toEqual([expected.status, jsonOf(expected)]);
  expect(response.headers["x-error-code"]).toBe(expected.headers["x-error-code"]);
});

test("leaves other paths below /api to the site", async () => {
  await expect(askFrom(page, "/api/users")).rejects.toThrow();
});

test("shows an image in <img>, and opens the page of a link", async () => {
  const width = await page.evaluate(async () => {
    const image = new Image();
    image.src = "/api/qr?data=https%3A%2F%2Fexample.com&size=300";
    await image.decode();
    return image.naturalWidth;
  });
  expect(width).toBe(300);
  const { url } = jsonOf(await askFrom(page, "/api/i?data=hello%20there"));
  const other = await page.context().newPage();
  await other.goto(url);
  expect(await other.locator("main").textContent()).toContain("hello there");
  await other.close();
});
