import { readFileSync } from "node:fs";
import { presetNames } from "../src/options/presets.ts";
import { type Row, table } from "../src/options/table.ts";
import { riskyShapes } from "../src/render/shapes.ts";
import { createHeavyWork } from "../src/runtime/heavy-work.ts";
import { createService } from "../src/service/service.ts";

/** An image in docs/designs.md. */
interface Example {
  readonly name: string;
  /** The options as shown on the page. */
  readonly words: Readonly<Record<string, string | number>>;
}

const choices = (option: "dotStyle" | "eyeStyle" | "pupilStyle", more: Example["words"] = {}): Example[] =>
  table[option].of.map((value) => ({ name: `${option}-${value}`, words: { [option]: value, ...more } }));

const logoData = readFileSync(new URL("../docs/logos/leaf.svg", import.meta.url)).toString("base64");

/** Returns one example for each value of an option, or none if the table has no such option. */
function optional(option: string, more: Example["words"] = {}): Example[] {
  const row = (table as Readonly<Record<string, Row>>)[option];
  const values = row?.kind === "choice" ? row.of.filter((value) => value !== "none") : [];
  return values.map((value) => ({ name: `${option}-${value}`, words: { [option]: value, ...more } }));
}

/** The galleries of the page, by marker. */
export const galleries: Readonly<Record<string, readonly Example[]>> = {
  presets: presetNames.map((preset) => ({ name: `preset-${preset}`, words: { preset } })),
  modules: choices("dotStyle"),
  sizes: [0.7, 0.85, 1].map((dotSize) => ({ name: `dotSize-${dotSize}`, words: { dotStyle: "dots", dotSize } })),
  rings: choices("eyeStyle"),
  centres: choices("pupilStyle"),
  colors: [
    { name: "eyeColor", words: { eyeColor: "a51d2d" } },
    { name: "pupilColor", words: { pupilColor: "a51d2d" } },
    { name: "gradient-linear", words: { gradient: "linear,45,1a5fb4,813d9c" } },
    { name: "gradient-radial", words: { gradient: "radial,a51d2d,241f31" } },
    { name: "eyeGradient", words: { eyeGradient: "linear,90,a51d2d,613583" } },
    { name: "bgGradient", words: { bgGradient: "linear,180,ffffff,d5e7fa" } },
  ],
  frames: optional("frame", { caption: "Scan me" }),
  logos: [...optional("logoShape"), ...optional("logoPosition")],
};

const pathOf = (name: string) => `docs/designs/${name}.svg`;

const service = createService({ heavy: createHeavyWork() });

/** The images of the page: the path and the SVG document of each. */
export const designPictures: readonly (readonly [string, string])[] = await Promise.all(
  Object.values(galleries)
    .flat()
    .map(async ({ name, words }) => {
      const logo = name.startsWith("logo") ? { logoData } : {};
      const common = { data: "https://example.com", format: "svg", size: 132, margin: 2 };
      const { body } = await service.generate({ ...common, ...logo, ...words });
      return [pathOf(name), String(body)] as const;
    }),
);

/** The image in the README: its path and PNG. */
export const showcase: readonly [string, Uint8Array] = [
  "docs/showcase.png",
  (
    await service.generate({
      data: "https://example.com",
      size: 192,
      logoData,
      logoShape: "circle",
      eyeStyle: "rounded",
      pupilStyle: "circle",
      dotStyle: "dots",
      gradient: "linear,45,1a5fb4,813d9c",
      frame: "banner-bottom",
      frameColor: "1a5fb4",
      caption: "Scan me",
    })
  ).body as Uint8Array,
];

const COLUMNS = 4;

/** Returns a gallery as Markdown tables. */
export function galleryTable(marker: string): string {
  const examples = galleries[marker] ?? [];
  const tables: string[] = [];
  for (let at = 0; at < examples.length; at += COLUMNS) {
    const row = examples.slice(at, at + COLUMNS);
    const labels = row.map(({ words }) =>
      Object.entries(words)
        .map(([name, value]) => `\`${name}=${value}\``)
        .join(" "),
    );
    const images = row.map(({ name }, index) => {
      const alt = (labels[index] ?? "").replaceAll("`", "");
      return `<img src="designs/${name}.svg" width="132" alt="${alt}">`;
    });
    tables.push(`| ${labels.join(" | ")} |\n|${"---|".repeat(row.length)}\n| ${images.join(" | ")} |`);
  }
  return tables.join("\n\n");
}

/** Returns the shapes that scan less often, as a Markdown table. */
export function riskTable(): string {
  const rows = Object.entries(riskyShapes).flatMap(([option, shapes]) =>
    Object.entries(shapes).map(
      ([shape, { safer, points }]) => `| \`${option}=${shape}\` | \`${option}=${safer}\` | ${points} |`,
    ),
  );
  return ["| shape | safer shape | percentage points lost |", "|---|---|---:|", ...rows].join("\n");
}
