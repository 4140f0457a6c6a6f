import { readPackageFile } from "../src/adapters/package-file.ts";
import { createRasterizer } from "../src/adapters/resvg.ts";
import { installedCards } from "../src/card/installed.ts";
import { writePng } from "../src/card/png.ts";
import { pictureSize } from "../src/options/frames.ts";
import { checkOptions } from "../src/options/parse.ts";
import { type PresetName, presetNames, presets } from "../src/options/presets.ts";
import { createHeavyWork } from "../src/runtime/heavy-work.ts";
import { createService } from "../src/service/service.ts";
import { markupOf, SVG_NAMESPACE } from "../src/svg.ts";

/** The captions of frames in the picture of all presets, and icons that presets do not have. */
const captions: Partial<Record<PresetName, { readonly caption: string; readonly captionIcon?: string }>> = {
  berry: { caption: "Shop now" },
  coral: { caption: "Chat" },
  gold: { caption: "Members" },
  mint: { caption: "Free Wi-Fi", captionIcon: "wifi" },
  plum: { caption: "Get the app", captionIcon: "download" },
  paper: { caption: "Our story" },
  terminal: { caption: "Docs", captionIcon: "link" },
  neon: { caption: "Listen", captionIcon: "play" },
  espresso: { caption: "Coffee" },
  kraft: { caption: "Our shop" },
  cinema: { caption: "Tickets" },
  airmail: { caption: "Write to us" },
  holly: { caption: "Wish list" },
  confetti: { caption: "Party!" },
  valentine: { caption: "With love" },
  honey: { caption: "Find us", captionIcon: "location" },
};

const COLUMNS = 6;
/** Width of a code, and the size of its cell, in pixels. */
const CODE = 176;
const [WIDE, TALL] = [206, 246];
/** Height of the name below a code, and the margin of the picture. */
const NAME = 24;
const EDGE = 12;

/** Resolves to a picture of all presets with their names, as a PNG. Frames have captions. */
async function drawPresetSheet(): Promise<Uint8Array> {
  const service = createService({ heavy: createHeavyWork() });
  const cells = await Promise.all(
    presetNames.map(async (preset, at) => {
      const [left, top] = [EDGE + (at % COLUMNS) * WIDE, EDGE + Math.floor(at / COLUMNS) * TALL];
      const text = "frame" in presets[preset] ? (captions[preset] ?? { caption: "Scan me" }) : {};
      const input = { data: "https://example.com", format: "svg", preset, size: CODE, ...text };
      const { body } = await service.generate(input);
      const { height } = pictureSize(checkOptions(input));
      const place = `x="${left + (WIDE - CODE) / 2}" y="${top + (TALL - NAME - height) / 2}"`;
      const name = await installedCards().drawCaption({
        ...{ text: preset, color: "52525b", width: WIDE, height: NAME, largest: 13, smallest: 8, raster: false },
      });
      const label = `<g transform="translate(${left} ${top + TALL - NAME})">${markupOf(name.svg)}</g>`;
      return String(body).replace("<svg ", `<svg ${place} `) + label;
    }),
  );
  const width = 2 * EDGE + COLUMNS * WIDE;
  const height = 2 * EDGE + Math.ceil(presetNames.length / COLUMNS) * TALL;
  const svg =
    `<svg xmlns="${SVG_NAMESPACE}" width="${width}" height="${height}">` +
    `<path fill="#fff" d="M0 0h${width}v${height}H0z"/>${cells.join("")}</svg>`;
  return writePng(await createRasterizer(readPackageFile).draw(svg, { width, height }));
}

/** The picture that opens docs/designs.md: its path and PNG. */
export const presetSheet: readonly [string, Uint8Array] = ["docs/designs/presets.png", await drawPresetSheet()];
