import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { presetSheet } from "../../../scripts/preset-sheet.ts";
import { createHeavyWork } from "../../../src/runtime/heavy-work.ts";
import { createService } from "../../../src/service/service.ts";
import { launchChromium } from "../../engines/chromium.ts";

const DATA = "https://example.com";
const SIDE = 176;

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const logo = readFileSync(path("docs/logos/hills.svg"), "base64");
const image = `data:image/svg+xml;base64,${logo}`;

const stops = (...colors: readonly string[]) =>
  colors.map((color, at) => ({ offset: at / (colors.length - 1), color: `#${color}` }));
const linear = (rotation: number, ...colors: readonly string[]) => ({
  gradient: { type: "linear", rotation: (rotation * Math.PI) / 180, colorStops: stops(...colors) },
});

/** The same idea in both libraries: its name, options for isoqr, and options for qr-code-styling. Those of the latter are as in
 *  its demo and README. */
const pairs: readonly (readonly [string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>])[] = [
  ["plain", { preset: "ink" }, { dotsOptions: { type: "rounded", color: "#111" } }],
  [
    "gradient",
    { preset: "sunset" },
    {
      dotsOptions: { type: "rounded", ...linear(90, "5b1a7a", "a3174f", "b0430a") },
      cornersSquareOptions: { type: "extra-rounded", color: "#5b1a7a" },
    },
  ],
  [
    "dots",
    { dotStyle: "dots", eyeStyle: "circle", color: "1a3c6e" },
    {
      dotsOptions: { type: "dots", color: "#1a3c6e" },
      cornersSquareOptions: { type: "dot", color: "#1a3c6e" },
      cornersDotOptions: { type: "dot", color: "#1a3c6e" },
    },
  ],
  [
    "classy",
    { dotStyle: "classy", eyeStyle: "leaf", color: "86145f" },
    {
      dotsOptions: { type: "classy", color: "#86145f" },
      cornersSquareOptions: { type: "extra-rounded", color: "#86145f" },
    },
  ],
  [
    "rounded to the full",
    { dotStyle: "fluid", eyeStyle: "extra-rounded", color: "14432a" },
    {
      dotsOptions: { type: "extra-rounded", color: "#14432a" },
      cornersSquareOptions: { type: "extra-rounded", color: "#14432a" },
    },
  ],
  [
    "logo",
    { preset: "slate", logoData: logo, logoShape: "circle" },
    {
      dotsOptions: { type: "classy-rounded", color: "#1e293b" },
      cornersSquareOptions: { type: "extra-rounded", color: "#0f5c66" },
      image,
      imageOptions: { margin: 4, imageSize: 0.35 },
      qrOptions: { errorCorrectionLevel: "H" },
    },
  ],
  [
    "round",
    { frame: "circle", dotStyle: "pebble", eyeStyle: "circle", color: "0b2a6b", bg: "f0f9ff" },
    {
      shape: "circle",
      dotsOptions: { type: "extra-rounded", color: "#0b2a6b" },
      cornersSquareOptions: { type: "dot", color: "#0b2a6b" },
    },
  ],
  [
    "call to action",
    { preset: "cinema", caption: "Tickets" },
    {
      dotsOptions: { type: "classy", color: "#5c0f16" },
      cornersSquareOptions: { type: "square", color: "#8f1420" },
      backgroundOptions: { color: "#fff8e8" },
    },
  ],
];

const service = createService({ heavy: createHeavyWork() });
const ours = await Promise.all(
  pairs.map(async ([, look]) => {
    const { body } = await service.generate({ data: DATA, size: SIDE, format: "svg", ...look });
    return `<img src="data:image/svg+xml;base64,${Buffer.from(String(body)).toString("base64")}">`;
  }),
);
const cell = (content: string, at: number) => `<div class="cell" id="c${at}">${content}</div>`;
const page = `<!doctype html><style>
  body { margin: 16px; width: 1480px; font: 15px sans-serif; color: #333 }
  h2 { font-size: 17px; margin: 20px 0 6px }
  .row { display: grid; grid-template-columns: repeat(${pairs.length}, 1fr); align-items: center; justify-items: center }
  .cell { display: grid; place-items: center; height: 216px }
  .row span { color: #777 }
</style>
<h2>isoqr: presets</h2><img src="data:image/png;base64,${Buffer.from(presetSheet[1]).toString("base64")}">
<h2>isoqr: the same ideas as below</h2><div class="row">${ours.map((one) => `<div class="cell">${one}</div>`).join("")}</div>
<div class="row">${pairs.map(([name]) => `<span>${name}</span>`).join("")}</div>
<h2>qr-code-styling</h2><div class="row">${pairs.map((_, at) => cell("", at)).join("")}</div>`;

const browser = await launchChromium();
const tab = await browser.newPage({ viewport: { width: 1512, height: 900 } });
await tab.setContent(page);
await tab.addScriptTag({ path: path("node_modules/qr-code-styling/lib/qr-code-styling.js") });
await tab.evaluate(
  ({ looks, data, side }) => {
    const { QRCodeStyling } = window as unknown as {
      QRCodeStyling: new (options: object) => { append(parent: Element | null): void };
    };
    for (const [at, look] of looks.entries()) {
      // A quiet zone of four modules, as in the codes above.
      const options = { type: "svg", width: side, height: side, data, margin: 20, ...look };
      new QRCodeStyling(options).append(document.querySelector(`#c${at}`));
    }
  },
  { looks: pairs.map(([, , look]) => look), data: DATA, side: SIDE },
);
await tab.waitForTimeout(500);
const file = process.argv[2] ?? path("build/design-sheet.png");
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, await tab.screenshot({ fullPage: true }));
await browser.close();
console.log(file);
process.exit();
