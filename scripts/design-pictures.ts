import { readFileSync } from "node:fs";
import { drawIcon } from "../src/card/caption-icons.ts";
import { presetNames } from "../src/options/presets.ts";
import { type Row, table } from "../src/options/table.ts";
import { type RiskyShape, riskyShapes, saferShapes } from "../src/render/shapes.ts";
import { createHeavyWork } from "../src/runtime/heavy-work.ts";
import { createService } from "../src/service/service.ts";
import { markupOf, SVG_NAMESPACE } from "../src/svg.ts";

/** A part of a code, in modules. */
interface Part {
  readonly from: number;
  readonly modules: number;
}

/** Parts that show the shapes of modules, and of corners. */
const MODULES: Part = { from: 6, modules: 12 };
const EYE: Part = { from: 0, modules: 11 };

/** An image in docs/designs.md. */
interface Example {
  readonly name: string;
  /** The options as shown on the page. */
  readonly input: Readonly<Record<string, string | number>>;
  /** If set, the image shows only `modules` x `modules` modules, from this distance to the edges of the quiet zone. */
  readonly part?: Part;
  /** Whether the image shows only the icon in `input`. */
  readonly isIcon?: true;
}

const choices = (option: "dotStyle" | "eyeStyle" | "pupilStyle", part: Part): Example[] =>
  table[option].of.map((value) => ({ name: `${option}-${value}`, input: { [option]: value }, part }));

const logo = (name: string) => readFileSync(new URL(`../docs/logos/${name}`, import.meta.url)).toString("base64");

/** Returns one example for each value of an option, or none if the table has no such option. */
function optional(option: string, more: Example["input"] = {}): Example[] {
  const row = (table as Readonly<Record<string, Row>>)[option];
  const values = row?.kind === "choice" ? row.of.filter((value) => value !== "none") : [];
  return values.map((value) => ({ name: `${option}-${value}`, input: { [option]: value, ...more } }));
}

/** Returns an example of a `dotSize`. */
const dotSize = (dotStyle: string, size: number, name = `${dotStyle}-${size}`): Example => ({
  name: `dotSize-${name}`,
  input: { dotStyle, dotSize: size },
  part: MODULES,
});

/** The galleries of the page, by marker. */
export const galleries: Readonly<Record<string, readonly Example[]>> = {
  presets: presetNames.map((preset) => ({ name: `preset-${preset}`, input: { preset } })),
  modules: choices("dotStyle", MODULES),
  sizes: [
    ...[0.7, 0.85, 1].map((size) => dotSize("dots", size, String(size))),
    dotSize("vertical-line", 0.7, "line-0.7"),
  ],
  rings: [...choices("eyeStyle", EYE)],
  centres: choices("pupilStyle", EYE),
  alignment: ["auto", "square"].map((alignmentStyle) => ({
    name: `alignmentStyle-${alignmentStyle}`,
    input: { version: 2, dotStyle: "pebble", eyeStyle: "circle", alignmentStyle },
  })),
  colors: [
    { name: "color-bg", input: { color: "613583", bg: "fdf0d5" } },
    { name: "bg-transparent", input: { color: "1a5fb4", bg: "transparent" } },
    { name: "eyeColor", input: { eyeColor: "a51d2d" } },
    { name: "pupilColor", input: { pupilColor: "a51d2d" } },
    { name: "margin-4", input: { margin: 4, bg: "d5e7fa" } },
    { name: "margin-8", input: { margin: 8, bg: "d5e7fa" } },
  ],
  gradients: [
    { name: "gradient-linear", input: { gradient: "linear,45,1a5fb4,813d9c" } },
    { name: "gradient-positions", input: { gradient: "linear,90,a51d2d@20,613583@50,1a5fb4@80" } },
    { name: "gradient-radial", input: { gradient: "radial,c01c28,241f31" } },
    { name: "gradient-radial-5", input: { gradient: "radial,241f31,613583,a51d2d,1a5fb4,0b6b52" } },
    { name: "eyeGradient", input: { eyeGradient: "linear,90,a51d2d,613583" } },
    { name: "bgGradient", input: { bgGradient: "linear,180,ffffff,d5e7fa" } },
  ],
  frames: [
    { name: "frame-none", input: { frame: "none" } },
    { name: "frame-rounded-empty", input: { frame: "rounded", frameColor: "0b6b52" } },
    ...optional("frame", { caption: "Scan me" }),
    { name: "frame-colors", input: { caption: "Scan me", frameColor: "f6d32d", captionColor: "613583" } },
    { name: "caption-arabic", input: { caption: "\u0627\u0645\u0633\u062d\u0646\u064a", frame: "plain" } },
    { name: "caption-japanese", input: { caption: "\u30e1\u30cb\u30e5\u30fc", frame: "banner-top" } },
  ],
  fonts: table.captionFont.of.map((captionFont) => ({
    name: `captionFont-${captionFont}`,
    input: { caption: "Scan me", captionFont, captionIcon: "scan" },
  })),
  icons: table.captionIcon.of
    .filter((icon) => icon !== "none")
    .map((captionIcon) => ({ name: `captionIcon-${captionIcon}`, input: { captionIcon }, isIcon: true })),
  logos: [
    ...optional("logoShape"),
    { name: "logoSize", input: { logoSize: 0.35 } },
    { name: "logoMargin", input: { logoMargin: 8 } },
    ...optional("logoPosition", { version: 7 }),
  ],
};

const pathOf = (name: string) => `docs/designs/${name}.svg`;

const service = createService({ heavy: createHeavyWork() });

const PIXELS = 132;
const MARGIN = 2;

/** Returns the part of `svg` that the example shows. `DATA` needs version 2. */
function cropped(svg: string, { input, part }: Example): string {
  if (!part) return svg;
  const side = 17 + 4 * Number(input.version ?? 2) + 2 * MARGIN;
  const [start, width] = [part.from, part.modules].map((modules) => Number(((PIXELS * modules) / side).toFixed(2)));
  return svg.replace(`viewBox="0 0 ${PIXELS} ${PIXELS}"`, `viewBox="${start} ${start} ${width} ${width}"`);
}

/** Returns `svg` on a background of squares in two colours. */
function chequered(svg: string): string {
  const squares =
    '<pattern id="squares" width="24" height="24" patternUnits="userSpaceOnUse">' +
    '<path fill="#fff" d="M0 0h24v24H0"/><path fill="#d0d0d0" d="M0 0h12v24h12V12H0"/></pattern>' +
    `<path fill="url(#squares)" d="M0 0h${PIXELS}v${PIXELS}H0"/>`;
  return svg.replace("</title>", `</title>${squares}`);
}

const ICON = 48;

/** Returns an icon as an SVG document, on a rounded square. */
function iconPicture(name: string): string {
  const box = `<rect fill="#1a5fb4" width="${ICON}" height="${ICON}" rx="10"/>`;
  const icon = markupOf(drawIcon(name, { left: 12, top: 12, side: ICON - 24, color: "ffffff" }));
  const size = `width="${ICON}" height="${ICON}" viewBox="0 0 ${ICON} ${ICON}"`;
  return `<svg xmlns="${SVG_NAMESPACE}" ${size} role="img"><title>${name}</title>${box}${icon}</svg>`;
}

const DATA = "https://example.com";

/** The images of the page: the path and the SVG document of each. */
export const designPictures: readonly (readonly [string, string])[] = await Promise.all(
  Object.values(galleries)
    .flat()
    .map(async (example) => {
      const { name, input } = example;
      if (example.isIcon) return [pathOf(name), iconPicture(String(input.captionIcon))] as const;
      const logoData = name.startsWith("logo") ? { logoData: logo("hills.svg") } : {};
      const common = { data: DATA, format: "svg", size: PIXELS, margin: MARGIN };
      const svg = String((await service.generate({ ...common, ...logoData, ...input })).body);
      return [pathOf(name), input.bg === "transparent" ? chequered(svg) : cropped(svg, example)] as const;
    }),
);

const showcaseWords = {
  size: 200,
  logoShape: "circle",
  dotStyle: "rounded",
  pupilStyle: "rounded",
  gradient: "linear,45,1a5fb4,813d9c",
  caption: "Scan me",
  frameColor: "1a5fb4",
};

/** The image in the README: its path and PNG. */
export const showcase: readonly [string, Uint8Array] = [
  "docs/showcase.png",
  (await service.generate({ ...showcaseWords, data: DATA, logoData: logo("leaf.svg") })).body as Uint8Array,
];

/** Returns the command that draws the image in the README, as Markdown. */
export function showcaseCommand(): string {
  const flags = Object.entries(showcaseWords).map(([name, value]) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `--${flag} ${String(value).includes(" ") ? `"${value}"` : value}`;
  });
  const [first, second] = [flags.slice(0, 4), flags.slice(4)];
  const start = `npx isoqr "${DATA}" -o showcase.png --logo leaf.svg`;
  return ["```sh", `${start} \\`, `  ${first.join(" ")} \\`, `  ${second.join(" ")}`, "```"].join("\n");
}

/** Maximum number of columns in a gallery. Gradients have fewer, because their labels are long. */
const COLUMNS = 4;
const GRADIENT_COLUMNS = 2;
const ICON_COLUMNS = 10;

/** Returns a gallery as Markdown tables. */
export function galleryTable(marker: string): string {
  const examples = galleries[marker] ?? [];
  const tables: string[] = [];
  const columns = marker === "gradients" ? GRADIENT_COLUMNS : marker === "icons" ? ICON_COLUMNS : COLUMNS;
  for (let at = 0; at < examples.length; at += columns) {
    const row = examples.slice(at, at + columns);
    const labels = row.map(({ input, isIcon }) =>
      Object.entries(input)
        .map(([name, value]) => (isIcon ? `\`${value}\`` : `\`${name}=${value}\``))
        .join(" "),
    );
    const images = row.map(({ name, isIcon }, index) => {
      const alt = (labels[index] ?? "").replaceAll("`", "");
      return `<img src="designs/${name}.svg" width="${isIcon ? ICON : PIXELS}" alt="${alt}">`;
    });
    tables.push(`| ${labels.join(" | ")} |\n|${"---|".repeat(row.length)}\n| ${images.join(" | ")} |`);
  }
  return tables.join("\n\n");
}

/** Returns the shapes that scan less often, as a Markdown table. */
export function riskTable(): string {
  const rows = (Object.keys(riskyShapes) as (keyof typeof riskyShapes)[]).flatMap((option) =>
    Object.entries<RiskyShape>(riskyShapes[option]).map(
      ([shape, { points, unread = "" }]) =>
        `| \`${option}=${shape}\` | \`${option}=${saferShapes[option]}\` | ${points} | ${unread} |`,
    ),
  );
  const head = "| shape | safer shape | percentage points lost | decoders that cannot read it |";
  return [head, "|---|---|---:|---:|", ...rows].join("\n");
}
