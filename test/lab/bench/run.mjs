import { execSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { rowLines, targetLines } from "./tables.mjs";
import { judge } from "./targets.mjs";

/** `npm run bench`: measures all peers in one process. Takes a few minutes. `--only matrix,svg` runs only these groups,
 *  and `--quick` runs fewer rounds. Only a run of all groups with all rounds is written to results.json. */

const groups = {
  matrix: async (pace) => (await import("./rows/matrix.mjs")).measureMatrix(pace),
  svg: async (pace) => (await import("./rows/svg.mjs")).measureSvg(pace),
  png: async (pace) => (await import("./rows/png.mjs")).measurePng(pace),
  styles: async (pace) => (await import("./rows/styles.mjs")).measureStyles(pace),
  logos: async (pace) => (await import("./rows/logos.mjs")).measureLogos(pace),
  inspect: async (pace) => (await import("./rows/inspect.mjs")).measureInspect(pace),
  card: async (pace) => (await import("./rows/card.mjs")).measureCard(pace),
  deflate: async () => (await import("./rows/deflate.mjs")).measureDeflate(),
  scalar: async (pace) => (await import("./rows/scalar.mjs")).measureScalar(pace),
  flatness: async (pace) => (await import("./rows/scalar.mjs")).measureFlatness(pace),
  cold: async (pace) => (await import("./rows/cold.mjs")).measureCold(pace),
  size: async () => (await import("./rows/size.mjs")).measureSize(),
  memory: async (pace) => (await import("./rows/memory.mjs")).measureMemory(pace),
  batch: async () => (await import("./rows/batch.mjs")).measureBatch(),
  links: async (pace) => (await import("./rows/links.mjs")).measureLinks(pace),
  http: async (pace) => (await import("./rows/http.mjs")).measureHttp(pace),
};

const root = fileURLToPath(new URL("../../../", import.meta.url));
const { values } = parseArgs({ options: { only: { type: "string" }, quick: { type: "boolean" } } });
const chosen = values.only?.split(",") ?? Object.keys(groups);
const unknown = chosen.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) {
  console.error(`--only must list rows of ${Object.keys(groups).join(", ")}. Unknown: ${unknown.join(", ")}`);
  process.exit(2);
}
const pace = values.quick
  ? { rounds: 5, slice: 4, requests: 300, encodes: 100_000 }
  : { rounds: 25, slice: 8, requests: 500, encodes: 1_000_000 };

execSync("node scripts/build.mjs", { cwd: root, stdio: ["ignore", 2, 2] });
const rows = [];
for (const name of chosen) {
  const measured = await groups[name](pace);
  rows.push(...measured);
  for (const row of measured) console.log(rowLines(row).join("\n"));
}

const judged = judge(rows);
console.log(targetLines(judged).join("\n"));
if (!values.quick && !values.only) writeResults();
if (judged.some((target) => !target.met)) process.exitCode = 1;

function writeResults() {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}`;
  const results = { version, machine, targets: judged, rows };
  writeFileSync(new URL("results.json", import.meta.url), `${JSON.stringify(results, roundFigures, 2)}\n`);
}

/** Rounds to four digits, more than the accuracy of any measurement here. */
function roundFigures(_key, value) {
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
