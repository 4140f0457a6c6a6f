import { encode } from "fast-png";
import { toMatrix } from "../src/index.ts";
import { createHeavyWork } from "../src/runtime/heavy-work.ts";
import { conditions, photograph } from "../src/scan/conditions.ts";
import type { Gray } from "../src/scan/gray.ts";
import { LEAST } from "../src/scan/score.ts";
import { createService } from "../src/service/service.ts";

const address = "https://example.com";
const SCALE = 4;
const MARGIN = 4;

/** For each grade, the options of an example QR code, a description of the example, and the meaning of the grade. */
const graded: readonly (readonly [grade: string, words: object, example: string, meaning: string])[] = [
  ["A", {}, "black on white", "It tolerates strong damage of every kind. Use it."],
  ["B", { color: "777777" }, "grey", "It scans well, but tolerates less damage. Use it."],
  ["C", { color: "ffffff", bg: "000000" }, "light on dark", "Some decoders cannot read it. Improve it if you can."],
  ["D", { color: "cccccc" }, "a third of the contrast", "Many decoders cannot read it. Change it."],
  ["F", { color: "e8e8e8" }, "almost no contrast", "Most decoders cannot read it. Change it."],
];

/** Returns an image of a plain QR code with four pixels per module. */
function plainCode(): Gray {
  const { modules, size } = toMatrix(address);
  const width = (size + 2 * MARGIN) * SCALE;
  const data = new Uint8Array(width * width).fill(255);
  for (let y = 0; y < size * SCALE; y++) {
    for (let x = 0; x < size * SCALE; x++) {
      const dark = modules[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)] === 1;
      if (dark) data[(y + MARGIN * SCALE) * width + x + MARGIN * SCALE] = 0;
    }
  }
  return { width, height: width, data };
}

const picture = { gray: plainCode(), scale: SCALE };
const camera = photograph(picture);
const views = { picture, camera, trimmed: camera };
const service = createService({ heavy: createHeavyWork() });

/** The images in docs/scan.md and docs/scan-method.md with their paths: one code for each grade, and a code under each
 *  condition. */
export const scanPictures: readonly (readonly [string, Uint8Array])[] = [
  ...conditions.map(({ name, of, damage }) => {
    const { width, height, data } = damage(views[of]);
    return [pathOf(name), encode({ width, height, data, channels: 1, depth: 8 })] as const;
  }),
  ...(await Promise.all(
    graded.map(async ([grade, input]) => {
      const { body } = await service.generate({ data: address, size: 264, ...input });
      return [`docs/scan/grade-${grade.toLowerCase()}.png`, body as Uint8Array] as const;
    }),
  )),
];

function pathOf(condition: string): string {
  return `docs/scan/${condition
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/^-|-(?:module)?$/g, "")}.png`;
}

/** Returns the grades that the service gives these codes. */
export async function reportedGrades(): Promise<(string | undefined)[]> {
  const reports = await Promise.all(graded.map(([, input]) => service.inspect({ data: address, size: 264, ...input })));
  return reports.map(({ scan }) => scan?.grade);
}

/** The grades that docs/scan.md states for these codes. */
export const documentedGrades: readonly string[] = graded.map(([grade]) => grade);

/** Returns a Markdown table of the conditions with their images. */
export function conditionPictures(): string {
  const cells = conditions.map(
    ({ name }) => `<img src="${pathOf(name).replace("docs/", "")}" width="132" alt="QR code: ${name}"><br>${name}`,
  );
  const rows: string[] = [];
  for (let i = 0; i < cells.length; i += 4)
    rows.push(`| ${[0, 1, 2, 3].map((at) => cells[i + at] ?? "").join(" | ")} |`);
  return ["| | | | |", "|---|---|---|---|", ...rows].join("\n");
}

/** Returns a Markdown table of the grades with their images. */
export function gradePictures(): string {
  const rows = graded.map(([grade, , example, meaning]) => {
    const picture = `<img src="scan/grade-${grade.toLowerCase()}.png" width="132" alt="QR code with grade ${grade}">`;
    const least = LEAST.find(([letter]) => letter === grade)?.[1].toFixed(2) ?? "";
    return `| **${grade}** | ${least} | ${picture}<br>${example} | ${meaning} |`;
  });
  return ["| grade | score, at least | example | meaning |", "|---|---:|---|---|", ...rows].join("\n");
}

/** Returns `page`, the text of docs/scan.md or docs/scan-method.md, with its table inserted between the markers. */
export function withScanPictures(page: string): string {
  return page
    .replace(
      /(<!-- conditions:start -->\n)[\s\S]*?(<!-- conditions:end -->)/,
      (_, start, end) => `${start}${conditionPictures()}\n${end}`,
    )
    .replace(
      /(<!-- grades:start -->\n)[\s\S]*?(<!-- grades:end -->)/,
      (_, start, end) => `${start}${gradePictures()}\n${end}`,
    );
}
