import { mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { engines, type Look } from "../engines/engines.ts";
import { logoFile } from "../logo/logos.ts";
import { sample } from "../sweep.ts";
import { useSite } from "./use.ts";

/** The folder for screenshots. If it is not set, no screenshots are taken. */
const folder = process.env.SHOTS;

const looks = (["light", "dark"] as const).flatMap((scheme) => [1, 3].map((scale): Look => ({ scheme, scale })));

const png = logoFile("still.png");
const markup = `<style>
    :root { color-scheme: light dark; font: 16px sans-serif }
    .ink { --qr-color: light-dark(midnightblue, lavender); --qr-bg: light-dark(white, midnightblue) }
    .round::part(picture) { border-radius: 1rem }
  </style>
  <qr-code data="https://example.com" size="120"></qr-code>
  <qr-code data="https://example.com" size="120" dot-style="dots"></qr-code>
  <qr-code data="https://example.com" size="120" dot-style="extra-rounded"></qr-code>
  <qr-code class="ink round" data="https://example.com" size="120" dot-style="classy"></qr-code>
  <qr-code data="https://example.com/logo" size="120" logo-data="${Buffer.from(png).toString("base64")}"></qr-code>`;

const site = useSite();
beforeAll(async () => {
  if (folder) mkdirSync(folder, { recursive: true });
});

// Browsers other than Chromium take seconds to start, so each of them shows every scheme and every ratio only once.
const cases = engines.flatMap(([name, start]) => {
  const shown = name === "Chromium" ? looks : sample(looks, 3);
  return shown.map((look) => [name, look.scheme, look.scale, start] as const);
});

test.each(cases)("%s, %s, pixel ratio %d: codes have their size and the page's colours", async (...named) => {
  const [name, scheme, scale, start] = named;
  const engine = await start({ scheme, scale });
  try {
    const page = await engine.open(site.page("open"));
    const seen = await page.run(`document.body.innerHTML = ${JSON.stringify(markup)};
      const codes = [...document.querySelectorAll("qr-code")];
      const all = new Promise((resolve) => {
        let left = codes.length;
        document.addEventListener("qr-render", () => --left || resolve());
      });
      await import("/open/lib/element-define.js");
      await all;
      return {
        scale: devicePixelRatio,
        dark: matchMedia("(prefers-color-scheme: dark)").matches,
        widths: codes.map((code) => code.shadowRoot.querySelector("svg").getBoundingClientRect().width),
        fills: [0, 3].map((at) => getComputedStyle(codes[at].shadowRoot.querySelector("[part=modules]")).fill),
      };`);
    if (folder) {
      // Drawings appear a few frames later, or many frames later if the machine is busy.
      await page.run("await new Promise((resolve) => setTimeout(resolve, 2000))");
      writeFileSync(`${folder}/element-${name}-${scheme}-${scale}x.png`, await page.screenshot());
    }
    const ink = scheme === "dark" ? "rgb(230, 230, 250)" : "rgb(25, 25, 112)";
    // The element's own colours take precedence over the page's.
    const fills = ["rgb(0, 0, 0)", ink];
    expect(seen).toEqual({ scale, dark: scheme === "dark", widths: [120, 120, 120, 120, 120], fills });
  } finally {
    await engine.close();
  }
});
