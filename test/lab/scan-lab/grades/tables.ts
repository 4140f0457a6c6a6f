import { LEAST, ladders, type MarginName, unscored } from "../../../../src/scan/score.ts";
import { withTables } from "../doc.ts";
import { readers } from "../readers.ts";
import { type Correlation, type GradeResults, OWN, setName } from "./results.ts";

/** Returns `doc`, the text of docs/scan-lab.md, with the results between its markers.
 *  @throws {Error} if there are no markers. */
export function withGrades(doc: string, results: GradeResults): string {
  return withTables(doc, "grade-lab", gradeTables(results));
}

/** Returns `doc`, the text of docs/scan-method.md, with the table of margins between its markers. */
export function withMargins(doc: string): string {
  return withTables(doc, "margins", ladderTable());
}

/** Returns the results as Markdown: how the score and small sets of decoders correlate with what other decoders read, and
 *  the rates of each grade. */
export function gradeTables({ date, fit, correlations, sets, grades }: GradeResults): string {
  const all = Object.values(grades).reduce((sum, { pictures }) => sum + pictures, 0);
  const percent = (part: number) => `${(100 * part).toFixed(0)} %`;
  const ranks = Object.entries(correlations).map(
    ([name, one]) => `| ${name.replace("pictures", "images")} | ${one.pictures} | ${cellsOf(one)} |`,
  );
  const names = readers.map(({ name }) => name);
  const rows = Object.entries(grades).map(([grade, { pictures, rate, clean }]) => {
    const least = LEAST.find(([letter]) => letter === grade)?.[1].toFixed(2) ?? "";
    const read = names.map((name) => {
      const [given = 0, passed = 0] = clean[name] ?? [];
      return given === 0 ? "" : percent(passed / given);
    });
    return `| ${[`**${grade}**`, least, percent(pictures / all), pictures === 0 ? "" : percent(rate), ...read].join(" | ")} |`;
  });
  return [
    `Measured on ${date}, with weights fitted to ${fit.pictures} images and tested on ${all} others.`,
    [
      "| rank correlation of the score with the share of copies read | images | value | 95 % interval |",
      "|---|---:|---:|---:|",
      ...ranks,
    ].join("\n"),
    "The table shows, for each grade, the share of images with that grade and the share of their damaged copies that other decoders read. The last columns show the share of undamaged images that each decoder reads:",
    [
      `| grade | score, at least | images | copies read | ${names.join(" | ")} |`,
      `|---|---:|---:|---:|${names.map(() => "---:|").join("")}`,
      ...rows,
    ].join("\n"),
    setTable(sets),
  ].join("\n\n");
}

/** The number of sets of three that the table shows. */
const BEST = 5;

/** Returns a table of the sets, best first within each size, with isoqr's set in bold. */
function setTable({ date, correlations }: GradeResults["sets"]): string {
  const sizeOf = (name: string) => name.split(" + ").length;
  const sorted = Object.entries(correlations).sort(
    ([one, { value: a }], [other, { value: b }]) => sizeOf(one) - sizeOf(other) || b - a,
  );
  const triples = sorted.filter(([name]) => sizeOf(name) === 3);
  const rows = [...sorted.filter(([name]) => sizeOf(name) < 3), ...triples.slice(0, BEST)].map(
    ([name, one]) => `| ${name === setName(OWN) ? `**${name}**` : name} | ${cellsOf(one)} |`,
  );
  const { pictures } = Object.values(correlations)[0] as Correlation;
  return [
    `The last table compares small sets of decoders. For each set, it shows the rank correlation of the share of copies that the set reads with the share that the decoders outside the set read, over ${pictures} of the images. WeChat's decoder is in no set. Of the ${triples.length} sets of three, the table shows the best ${BEST}. The set that isoqr uses is in bold. Measured on ${date}.`,
    ["| set of decoders | value | 95 % interval |", "|---|---:|---:|", ...rows].join("\n"),
  ].join("\n\n");
}

const cellsOf = ({ value, interval: [least, most] }: Correlation) =>
  `${value.toFixed(2)} | ${least.toFixed(2)} to ${most.toFixed(2)}`;

const RULES: { readonly [Name in MarginName]: string } = {
  module: "the image is scaled down to this many pixels per module",
  noise: "each pixel is up to this many of 255 levels darker or lighter, and contrast is reduced by a quarter",
  light: "the darkest corner gets this much of the light of the opposite corner",
  tilt: "the top edge is this much shorter than the bottom edge",
  "quiet zone":
    "the quiet zone is cut to this width, on a nearly black page, or a nearly white one if the code is light on dark",
  blur: "Gaussian blur with a standard deviation of this share of a module",
  "covered area": "a square patch in the colour of the background covers this share of the symbol, right of its middle",
};

/** Returns the margins as Markdown: their steps and their weights in the score. */
function ladderTable(): string {
  const rows = [...ladders, ...unscored].map((ladder) => {
    const { name, unit, steps } = ladder;
    const share = "weight" in ladder ? `${(100 * ladder.weight).toFixed(0)} %` : "";
    return `| ${name} | ${RULES[name]} | ${steps.join(", ")} ${unit} | ${share} |`;
  });
  return ["| margin | damage | steps | share of the score |", "|---|---|---|---:|", ...rows].join("\n");
}
