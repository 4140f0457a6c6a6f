import { LEAST, ladders } from "../../../src/scan/score.ts";
import { readers } from "../readers.ts";
import type { GradeResults } from "./results.ts";

const section = /(<!-- grade-lab:start -->\n)[\s\S]*?(<!-- grade-lab:end -->)/;

/** Returns `doc` with new tables between its markers. @throws {Error} if there are no markers. */
export function withGrades(doc: string, results: GradeResults): string {
  if (!section.test(doc))
    throw new Error("docs/scan.md needs the lines <!-- grade-lab:start --> and <!-- grade-lab:end -->");
  return doc.replace(section, (_, start, end) => `${start}${gradeTables(results)}\n${end}`);
}

/** Returns the Markdown of the results: how the score correlates with what decoders read, and what grades mean. */
export function gradeTables({ date, fit, correlations, grades }: GradeResults): string {
  const all = Object.values(grades).reduce((sum, { pictures }) => sum + pictures, 0);
  const percent = (part: number) => `${(100 * part).toFixed(0)} %`;
  const ranks = Object.entries(correlations).map(
    ([
      name,
      {
        pictures,
        value,
        interval: [least, most],
      },
    ]) => `| ${name} | ${pictures} | ${value.toFixed(2)} | ${least.toFixed(2)} to ${most.toFixed(2)} |`,
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
    `Measured on ${date}, with weights fitted to ${fit.pictures} pictures and tested on ${all} others.`,
    [
      "| rank correlation of the score with what others read | pictures | value | 95 % interval |",
      "|---|---:|---:|---:|",
      ...ranks,
    ].join("\n"),
    "Share of the pictures with each grade, of the undamaged and damaged copies that others read, and of the undamaged pictures that each decoder reads:",
    [
      `| grade | score | pictures | read | ${names.join(" | ")} |`,
      `|---|---:|---:|---:|${names.map(() => "---:|").join("")}`,
      ...rows,
    ].join("\n"),
  ].join("\n\n");
}

/** Returns the Markdown of the margins: their steps and their shares of the score. */
export function ladderTable(rules: Readonly<Record<string, string>>): string {
  const rows = ladders.map(
    ({ name, unit, steps, weight }) =>
      `| ${name} | ${rules[name] ?? ""} | ${steps.join(", ")} ${unit} | ${(100 * weight).toFixed(0)} % |`,
  );
  return ["| margin | what it is | steps | share |", "|---|---|---|---:|", ...rows].join("\n");
}
