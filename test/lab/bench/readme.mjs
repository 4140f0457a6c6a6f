import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { figure } from "./tables.mjs";

/** `node test/lab/bench/readme.mjs` writes the figures in README.md and docs/performance.md from results.json, between two
 *  markers. */

const start = "<!-- bench:start -->";
const end = "<!-- bench:end -->";

const races = [
  ["matrix url25", "matrix, 25 characters"],
  ["matrix vcard", "matrix, vCard of 300 bytes"],
  ["matrix text2900", "matrix, 2,900 bytes (version 40)"],
  ["matrix short", "matrix, nine short strings"],
  ["svg short", "SVG, nine short strings"],
  ["svg vcard", "SVG, vCard of 300 bytes"],
  ["png 256 mix", "PNG 256 px, short strings and a vCard"],
  ["png 1024 url25", "PNG 1024 px, 25 characters"],
];

const sizes = [
  ["svg bytes short", "SVG, nine short strings"],
  ["svg bytes vcard", "SVG, vCard of 300 bytes"],
  ["png bytes 256 mix", "PNG 256 px, short strings and a vCard"],
  ["png bytes 1024 url25", "PNG 1024 px, 25 characters"],
];

/** The rows and columns of the README's table. The columns are the libraries that most readers know. */
const readmeRows = [
  ["matrix url25", "matrix, 25 characters", "best"],
  ["matrix vcard", "matrix, 300 bytes", "best"],
  ["matrix text2900", "matrix, 2,900 bytes", "best"],
  ["svg short", "SVG, short strings", "best"],
  ["png 256 mix", "PNG 256 px", "best"],
  ["png 1024 url25", "PNG 1024 px", "best"],
  ["svg bytes short", "SVG, file size", "best"],
  ["cold", "import and first SVG", "median"],
];
const readmeNames = ["qrcode", "qr", "lean-qr", "qrcode-generator"];

const UNITS = { us: "µs", ms: "ms", bytes: "bytes" };

const amountOf = (value, unit) => (unit === "x" ? `${figure(value)}x` : `${figure(value)} ${UNITS[unit] ?? unit}`);

/** Returns a Markdown table. The first column of figures belongs to isoqr, and the figures in the other columns are
 *  multiples of it. */
function ratioTable(head, rows, names, byId) {
  const lines = rows.map(([id, label, statistic = "best"]) => {
    const { unit, results } = byId.get(id);
    const value = new Map(results.map((result) => [result.name, result[statistic]]));
    const mine = value.get("isoqr");
    const ratios = names.map((name) => (value.has(name) ? `${figure(value.get(name) / mine)}x` : "–"));
    return `| ${[label, amountOf(mine, unit), ...ratios].join(" | ")} |`;
  });
  return [`| ${head} | isoqr | ${names.join(" | ")} |`, `|---|---:|${names.map(() => "---:|").join("")}`, ...lines];
}

const indexOf = (rows) => new Map(rows.map((row) => [row.id, row]));

/** Returns the README's table as Markdown, without its markers. */
export function performanceTable({ rows }) {
  return [
    "Lower is better. The columns of other libraries show multiples of isoqr's figure.",
    "",
    ...ratioTable("benchmark", readmeRows, readmeNames, indexOf(rows)),
  ].join("\n");
}

/** Returns the figures in docs/performance.md as Markdown, without their markers. */
export function performanceSection({ machine, rows, targets }) {
  const byId = indexOf(rows);
  const names = (list) => [...new Set(list.flatMap(([id]) => byId.get(id).results.map(({ name }) => name)))].slice(1);
  const limit = ({ better, unit, least, aim }) =>
    `${better === "more" ? "at least" : "at most"} ${amountOf(least ?? aim, unit)}`;
  const targetLines = targets.map(
    (target) => `| ${target.label} | ${amountOf(target.measured, target.unit)} | ${limit(target)} |`,
  );
  return [
    `Measured with \`npm run bench\` on ${machine}. All libraries run in one process and take turns, with a different text in each call. Figures are the best of 25 rounds. Lower is better.`,
    "",
    "## Time",
    "",
    "The isoqr column shows the time of one call; the other columns show multiples of it.",
    "",
    ...ratioTable("benchmark", races, names(races), byId),
    "",
    "## File size",
    "",
    ...ratioTable("benchmark", sizes, names(sizes), byId),
    "",
    "## Measured and target",
    "",
    "The table compares each figure with a target, and includes those that miss it.",
    "",
    "| what | measured | target |",
    "|---|---:|---:|",
    ...targetLines,
  ].join("\n");
}

/** Replaces the text between the markers of `page` with `section`. @throws {Error} if a marker is missing. */
function withSection(page, section) {
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page must have the lines ${start} and ${end}`);
  return `${page.slice(0, from + start.length)}\n${section}\n${page.slice(to)}`;
}

/** Writes the figures in `results` to README.md and docs/performance.md in the repository whose URL is `root`. */
export function writePerformance(root, results) {
  for (const [name, section] of [
    ["README.md", performanceTable(results)],
    ["docs/performance.md", performanceSection(results)],
  ]) {
    const path = new URL(name, root);
    writeFileSync(path, withSection(readFileSync(path, "utf8"), section));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = JSON.parse(readFileSync(new URL("results.json", import.meta.url), "utf8"));
  writePerformance(new URL("../../../", import.meta.url), results);
}
