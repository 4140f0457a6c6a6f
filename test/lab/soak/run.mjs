import { parseArgs } from "node:util";
import { build, takeOwnCore } from "../bench/hosted/server.mjs";
import { figure } from "../bench/tables.mjs";
import { soakMixed } from "./mixed.mjs";
import { soakOverload } from "./overload.mjs";
import { soakRequests, soakValidations } from "./repeated.mjs";

/** `npm run soak`: sends requests from this process to the built server. `-- --minutes 30` sets the duration of the
 *  mixed requests. `--only validations,requests` runs these parts instead of mixed and overload, and
 *  `--count 1000000` sets their number of requests. Exits with 1 if a target is missed. */

const parts = {
  mixed: ({ minutes }) => soakMixed({ minutes }),
  overload: () => soakOverload({ seconds: 20 }),
  validations: ({ count }) => soakValidations({ count: count ?? 20_000 }),
  requests: ({ count }) => soakRequests({ count: count ?? 1_000_000 }),
};

const WARMING =
  "The memory limit applies to runs of 30 minutes: in shorter ones, a server that is warming up may exceed it.";
const USAGE = `usage: npm run soak -- [--minutes 30] [--only ${Object.keys(parts).join()}] [--count 1000000]
${WARMING}`;
const options = {
  minutes: { type: "string", default: "30" },
  only: { type: "string" },
  count: { type: "string" },
  help: { type: "boolean", short: "h" },
};
const values = readFlags();
const chosen = values.only?.split(",") ?? ["mixed", "overload"];
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
const [minutes, count] = [Number(values.minutes), values.count && Number(values.count)];
if (unknown.length > 0 || !(minutes > 0) || Number.isNaN(count)) {
  console.error(USAGE);
  process.exit(2);
}

build();
takeOwnCore();
const targets = [];
for (const name of chosen) {
  const { table, targets: judged } = await parts[name]({ minutes, count });
  console.log(`\n${name} (memory in MB, times in ms)\n${lines(table).join("\n")}`);
  targets.push(...judged);
}
console.log("");
for (const { label, measured, most, unit } of targets) {
  const verdict = measured <= most ? "met" : "MISSED";
  console.log(`${verdict}: ${label}: ${figure(measured)} ${unit}, at most ${figure(most)} ${unit}`);
}
if (chosen.includes("mixed") && minutes < 30) console.log(`\n${WARMING}`);
process.exit(targets.every(({ measured, most }) => measured <= most) ? 0 : 1);

function readFlags() {
  try {
    const { values } = parseArgs({ options });
    if (!values.help) return values;
  } catch ({ message }) {
    console.error(`${message}\n${USAGE}`);
    process.exit(2);
  }
  console.log(USAGE);
  process.exit(0);
}

/** Returns a table of `{ column: cell }` rows as lines of text. */
function lines(rows) {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => text(row[name])))];
  const widths = names.map((_, at) => Math.max(...cells.map((row) => row[at].length)));
  return cells.map((row) => row.map((cell, at) => cell.padStart(widths[at])).join("  "));
}

function text(cell) {
  return typeof cell === "number" ? figure(cell) : (cell ?? "");
}
