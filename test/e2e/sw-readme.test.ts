import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { askFrom, jsonOf, openPage, posting } from "./sw-site.ts";
import { useStage } from "./sw-stage.ts";

const stage = useStage();

test("the README's page works as printed, on a static file server that goes offline", async () => {
  const { browser, site } = stage;
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const section = readme.slice(readme.indexOf("## Work offline"));
  const html = /```html\n(.*?)```/s.exec(section)?.[1] ?? "";
  expect(html.trim().split("\n").length).toBeLessThanOrEqual(10);
  site.files.set("/", html);
  const { context, page } = await openPage(browser, site);
  const picture = page.locator("img");
  await picture.waitFor();
  await site.leave();
  const drawn = readPng(await picture.screenshot());
  for (const decoder of decoders) expect(await decoder.read(drawn), decoder.name).toBe("https://example.com");

  const json = async (path: string, init?: object) => jsonOf(await askFrom(page, path, init));
  expect(await json("/api/qr/batch", posting({ items: [{ data: "a" }, { data: "b" }] }))).toMatchObject({ count: 2 });
  expect(await json("/api/qr/validate?data=x")).toMatchObject({ valid: true, scan: { passed: true } });
  const { url } = await json("/api/i?data=kept");
  const card = await askFrom(page, "/api/og?data=x&title=Offline");
  expect([card.status, card.headers["content-type"]]).toEqual([200, "image/png"]);

  // Visit the page again, in a new tab.
  const other = await context.newPage();
  await other.goto(url);
  expect(await other.locator("main").textContent()).toContain("kept");
  await context.close();
});
