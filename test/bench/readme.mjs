import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { figure, verdict } from "./tables.mjs";

/** `node test/bench/readme.mjs` writes the performance section of README.md from results.json, between two markers. */

const start = "<!-- bench:start -->";
const end = "<!-- bench:end -->";

const races = [
  ["matrix url25", "matrix, 25 characters"],
  ["matrix vcard", "matrix, vCard of 300 bytes"],
  ["matrix text2900", "matrix, 2900 bytes (version 40)"],
  ["matrix short", "matrix, nine short texts in turn"],
  ["svg short", "SVG, nine short texts in turn"],
  ["png 256 mix", "PNG 256 px, short texts and a vCard"],
  ["png 1024 url25", "PNG 1024 px, 25 characters"],
];

/** The section as Markdown, without its markers. */
export function performanceSection({ machine, rows, targets }) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const names = [...new Set(races.flatMap(([id]) => byId.get(id).results.map(({ name }) => name)))];
  const others = names.filter((name) => name !== "isoqr");
  const raceLines = races.map(([id, label]) => {
    const best = new Map(byId.get(id).results.map((result) => [result.name, result.best]));
    const mine = best.get("isoqr");
    const ratios = others.map((name) => (best.has(name) ? `${figure(best.get(name) / mine)}x` : "–"));
    return `| ${[label, `${figure(mine)} µs`, ...ratios].join(" | ")} |`;
  });
  const targetLines = targets.map((target) => {
    const { label, better, unit, least, aim, measured } = target;
    const limit = (value) => (value === undefined ? "–" : `${better === "more" ? "≥" : "≤"} ${figure(value)}`);
    const amount = unit === "x" ? `${figure(measured)}x` : `${figure(measured)} ${unit.replace("us", "µs")}`;
    return `| ${label} | ${limit(least)} | ${limit(aim)} | ${amount} | ${verdict(target)} |`;
  });
  return [
    `Measured by \`npm run bench\` on ${machine}: all libraries in one process, taking turns, a different text each call, best of 25 rounds. The columns of the others say how many times as long they take.`,
    "",
    `| text to … | isoqr | ${others.join(" | ")} |`,
    `|---|---:|${others.map(() => "---:|").join("")}`,
    ...raceLines,
    "",
    "| promise | at least | aim | measured | met |",
    "|---|---:|---:|---:|---|",
    ...targetLines,
  ].join("\n");
}

/** `readme` with the section between the markers replaced; throws when they are missing. */
export function withPerformance(readme, results) {
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`README.md needs the lines ${start} and ${end}`);
  return `${readme.slice(0, from + start.length)}\n${performanceSection(results)}\n${readme.slice(to)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = new URL("../../README.md", import.meta.url);
  const results = JSON.parse(readFileSync(new URL("results.json", import.meta.url), "utf8"));
  writeFileSync(path, withPerformance(readFileSync(path, "utf8"), results));
}
