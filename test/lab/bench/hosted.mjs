import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { build, pinned, takeOwnCore } from "./hosted/server.mjs";
import { writeCapacity } from "./hosted/write-capacity.mjs";
import { figure, targetLines } from "./tables.mjs";

/** `npm run bench:host`: measures the production build. The server and the load run on separate processors if possible.
 *  Takes several minutes. `-- --only cpu,start` limits the run to these measurements, `--full` measures memory with a
 *  million images, and `--write` writes the figures of a complete run to docs/deploy/capacity.md. */

const groups = {
  cpu: async () => (await import("./hosted/cpu.mjs")).measureCpu({ rounds: 9 }),
  memory: async () => (await import("./hosted/memory.mjs")).measureMemory({ requests: full ? 1_000_000 : 200_000 }),
  batches: async () => (await import("./hosted/batches.mjs")).measureBatches({ seconds: 10 }),
  overload: async () => (await import("./hosted/overload.mjs")).measureOverload({ seconds: 8 }),
  stalls: async () => (await import("./hosted/stalls.mjs")).measureStalls({ seconds: 3 }),
  start: async () => (await import("./hosted/start.mjs")).measureStart({ rounds: 15 }),
  kills: async () => (await import("./hosted/kills.mjs")).measureKills({ rounds: 20 }),
  restarts: async () => (await import("./hosted/restarts.mjs")).measureRestarts({ restarts: 20 }),
};

const options = { only: { type: "string" }, full: { type: "boolean" }, write: { type: "boolean" } };
const { only, full = false, write = false } = parseArgs({ options }).values;
const chosen = only?.split(",") ?? Object.keys(groups);
const unknown = chosen.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) {
  console.error(`--only must list rows of ${Object.keys(groups).join(", ")}. Unknown: ${unknown.join(", ")}`);
  process.exit(2);
}

build();
const [busy] = loadavg();
takeOwnCore();
const rows = [];
const figures = {};
for (const name of chosen) {
  const measured = await groups[name]();
  for (const row of measured.rows) {
    rows.push(judge(row));
    console.log(`${row.label}: ${figure(row.measured)} ${row.unit} (${row.note})`);
  }
  Object.assign(figures, measured.figures);
}
const judged = rows.filter(({ judged = true }) => judged);
console.log(`\n${targetLines(judged).join("\n")}`);
for (const { label } of rows.filter((row) => !judged.includes(row)))
  console.log(`Not judged, because the machine was too busy: ${label}`);

const results = new URL("hosted.json", import.meta.url);
if (!only) writeFileSync(results, `${JSON.stringify({ machine: machine(), full, rows, figures }, rounded, 2)}\n`);
if (write) writeCapacity(JSON.parse(readFileSync(results, "utf8")));
// Exit explicitly, because the shutdown hook of the test databases would exit with 0.
process.exit(judged.some(({ met }) => !met) ? 1 : 0);

function judge(row) {
  const fits = (limit) => (row.better === "more" ? row.measured >= limit : row.measured <= limit);
  return { ...row, met: fits(row.least), reached: row.aim !== undefined && fits(row.aim) };
}

function machine() {
  const [cpu] = cpus();
  const apart = pinned ? "one each for server and load" : "all shared by server and load";
  const others = `load average ${figure(busy)} at the start`;
  return `${cpu?.model.trim()}, ${cpus().length} cores, ${apart}, ${others}, Node ${process.versions.node}`;
}

function rounded(_key, value) {
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
