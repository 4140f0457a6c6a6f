import { describe, expect, test } from "vitest";
import { engines } from "../engines/engines.ts";
import { useEngine, useSite } from "./use.ts";

const site = useSite();

const looks = [
  { size: 300 },
  { size: 333, color: "#1a2b3c", bg: "#FEDCBA", dotStyle: "extra-rounded" },
  { size: 100, version: 20, color: "#123" },
  { size: 300, bg: "transparent" },
  { size: 300, bg: "transparent", dotStyle: "dots" },
];

/** A script that returns the largest difference between the pixels of toCanvas and those of the PNG, for each of
 *  `looks` on each kind of canvas. Both kinds store premultiplied colours, so the colours of faint pixels are
 *  inexact. */
const differences = `
  const { toCanvas, toPng } = await import("/open/lib/index.js");
  const pixelsOf = (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const found = [];
  for (const look of ${JSON.stringify(looks)}) {
    const png = new Blob([toPng("https://example.com", look)], { type: "image/png" });
    const image = await createImageBitmap(png, { colorSpaceConversion: "none" });
    const wanted = new OffscreenCanvas(image.width, image.height);
    wanted.getContext("2d").drawImage(image, 0, 0);
    const expected = pixelsOf(wanted);
    for (const canvas of [document.createElement("canvas"), new OffscreenCanvas(1, 1)]) {
      toCanvas(canvas, "https://example.com", look);
      const drawn = pixelsOf(canvas);
      let most = drawn.length === expected.length ? 0 : 999;
      for (let at = 0; at < drawn.length; at++) {
        const alpha = expected[at | 3];
        if (alpha > 100 || at % 4 === 3) most = Math.max(most, Math.abs(drawn[at] - expected[at]));
      }
      found.push(most);
    }
  }
  return found;
`;

describe.each(engines)("%s", (_, start) => {
  const engine = useEngine(start);

  test("toCanvas draws the pixels of the PNG to a canvas and to an OffscreenCanvas", async () => {
    const page = await engine.open(site.page("open"));
    const found = (await page.run(differences)) as readonly number[];
    expect(found.slice(0, 8)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    for (const difference of found.slice(8)) expect(difference).toBeLessThanOrEqual(2);
    await page.close();
  });

  test("toDataUrl works in img src, and without quotes in CSS url()", async () => {
    const page = await engine.open(site.page("open"));
    const shown = await page.run(`
      const { toDataUrl } = await import("/open/lib/index.js");
      const shown = [];
      for (const format of ["png", "svg"]) {
        const url = toDataUrl("x", { format, size: 100, title: "It's (a) \\"code\\" é" });
        const image = new Image();
        image.src = url;
        await image.decode();
        const box = document.createElement("div");
        document.body.append(box);
        box.style.cssText = "background-image:url(" + url + ")";
        shown.push([image.naturalWidth, getComputedStyle(box).backgroundImage === 'url("' + url + '")']);
      }
      return shown;
    `);
    expect(shown).toEqual([
      [100, true],
      [100, true],
    ]);
    await page.close();
  });
});
