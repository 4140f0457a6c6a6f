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
  const { id, url } = await json("/api/i?data=kept&preset=berry");
  const card = await askFrom(page, `/api/og?link=${id}&title=Offline`);
  expect([card.status, card.headers["content-type"]]).toEqual([200, "image/png"]);
  const pixels = readPng(Buffer.from(card.body, "base64"));
  expect(await decoders[0]?.read(pixels)).toBe(url);
  // The card has the background of the preset, and the first colour of its gradient.
  expect(
    [pixels.data.slice(0, 3), pixels.data.slice(4 * (110 * 1200 + 700)).slice(0, 3)].map((one) => [...one]),
  ).toEqual([
    [0x8a, 0x0f, 0x4c],
    [0xff, 0xfa, 0xfd],
  ]);
  const unknown = await askFrom(page, "/api/og?link=0000000000");
  expect([unknown.status, jsonOf(unknown).error]).toEqual([503, expect.stringContaining("not on this device")]);

  // Visit the page again, in a new tab.
  const other = await context.newPage();
  await other.goto(url);
  expect(await other.locator("main").textContent()).toContain("kept");
  await context.close();
});
