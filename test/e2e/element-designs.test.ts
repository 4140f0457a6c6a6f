import { expect, test } from "vitest";
import { design, toPng, toSvg } from "../../src/index.ts";
import { readPng } from "../decoders/png-reader.ts";
import { blobsOf, openPage, useScriptTag, waitForCodes } from "./element-page.ts";
import { useBrowser } from "./use.ts";

const browser = useBrowser();
const tag = useScriptTag();

const text = "https://example.com/designs";
const looks = [
  { eyeStyle: "leaf", pupilStyle: "circle", gradient: "linear,90,#a51d2d,#1a5fb4" },
  { dotStyle: "star", gradient: "radial,#26a269,#000000", eyeColor: "#613583", bgGradient: "linear,0,#fff,#f9f06b" },
  { preset: "ocean", frame: "none" },
  { eyeStyle: "circle", gradient: "linear,90,#1a5fb4,#a51d2d" },
] as const;
/** Four pixels per module, so that the PNG and the SVG have the same grid. */
const SIZE = 148;
const markup = looks
  .map((look) => {
    const attributes = Object.entries(look).map(
      ([name, value]) => `${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}="${value}"`,
    );
    return `<qr-code size="${SIZE}" data="${text}" ${attributes.join(" ")}></qr-code>`;
  })
  .join("");
/** Allows only the script tag's files, and images that the element creates. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:; require-trusted-types-for 'script'";

/** Returns the mean difference between the channels of a screenshot and those of the PNG with `look`. */
function differenceTo(look: (typeof looks)[number], screenshot: Uint8Array): number {
  const [wanted, shown] = [readPng(toPng(text, design({ ...look, size: SIZE }))), readPng(screenshot)];
  expect([shown.width, shown.height]).toEqual([SIZE, SIZE]);
  return wanted.data.reduce((sum, value, at) => sum + Math.abs(value - (shown.data[at] ?? 0)), 0) / wanted.data.length;
}

test("each element shows its own design, with the bytes of the library, under a strict policy", async () => {
  const { page, faults } = await openPage(browser, tag, { policy, body: markup });
  await waitForCodes(page, looks.length);
  const [svgs, pngs] = [await blobsOf(page, "svg"), await blobsOf(page, "png")];
  for (const [at, look] of looks.entries()) {
    expect(String(svgs[at])).toBe(toSvg(text, design({ ...look, size: SIZE })));
    expect(Uint8Array.from(pngs[at] as Buffer)).toEqual(toPng(text, design({ ...look, size: SIZE })));
    expect(differenceTo(look, await page.locator("qr-code").nth(at).screenshot()), JSON.stringify(look)).toBeLessThan(
      5,
    );
  }
  expect(faults).toEqual([]);
});

test("several SVGs in one document keep their own gradients", async () => {
  const svgs = looks.map((look) => toSvg(text, design({ ...look, size: SIZE })));
  const { page } = await openPage(browser, tag, { body: `<p>${svgs.join("</p><p>")}` });
  for (const [at, look] of looks.entries()) {
    expect(differenceTo(look, await page.locator("svg").nth(at).screenshot()), JSON.stringify(look)).toBeLessThan(5);
  }
});

test("gradients and groups are nested as in the SVG file", async () => {
  const { page } = await openPage(browser, tag, { body: markup });
  await waitForCodes(page, looks.length);
  const found = await page.evaluate(() =>
    [...document.querySelectorAll("qr-code")].map((code) => {
      const svg = code.shadowRoot?.querySelector("svg");
      const used = [...(svg?.querySelectorAll("[fill^=url]") ?? [])].map((node) => node.getAttribute("fill"));
      return {
        parents: [...(svg?.querySelectorAll("stop, linearGradient, radialGradient, g > path") ?? [])].map(
          (node) => node.parentElement?.tagName,
        ),
        missing: used.filter((fill) => !svg?.getElementById(/#([^)]+)/.exec(fill ?? "")?.[1] ?? "")),
        gradients: used.length,
      };
    }),
  );
  for (const { parents, missing, gradients } of found) {
    expect(missing).toEqual([]);
    expect(gradients).toBeGreaterThan(0);
    expect(new Set(parents)).toEqual(
      new Set(["linearGradient", "radialGradient", "defs", "g"].filter((name) => parents.includes(name))),
    );
  }
});

test("a design that changes is drawn again, and removing it restores the plain parts", async () => {
  const { page } = await openPage(browser, tag, { body: `<qr-code size="${SIZE}">x</qr-code>` });
  await waitForCodes(page);
  const partsAfter = (change: string) =>
    page.evaluate(async (script) => {
      const code = document.querySelector("qr-code");
      const drawn = new Promise((resolve) => code?.addEventListener("qr-render", resolve, { once: true }));
      new Function("code", script)(code);
      await drawn;
      return [...(code?.shadowRoot?.querySelectorAll("svg[part], svg [part]") ?? [])].map((node) =>
        node.getAttribute("part"),
      );
    }, change);
  expect(await partsAfter('code.eyeStyle = "leaf"')).toEqual(["picture"]);
  expect(await partsAfter('code.design = { gradient: "radial,000000,1a5fb4" }')).toEqual(["picture"]);
  const [svg] = await blobsOf(page, "svg");
  expect(String(svg)).toBe(toSvg("x", design({ size: SIZE, eyeStyle: "leaf", gradient: "radial,#000,#1a5fb4" })));
  expect(await partsAfter("code.eyeStyle = code.design = undefined")).toEqual(["picture", "background", "modules"]);
});
