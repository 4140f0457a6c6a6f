import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

// Runs the tests that a change can affect, nearest first, in about three minutes. The change is everything since the given
// commit, including files that are not committed. Without an argument, it is everything since origin/main, or HEAD if there
// is no origin/main. Builds only what the chosen tests need. With --list, prints the tests and runs nothing.

/** Seconds that all chosen tests may take together on one processor, at most. */
const BUDGET = 150 * Math.min(4, availableParallelism());

/** Seconds that a test file takes if it has not run before. */
const UNKNOWN = 3;

/** Tests that also run if a path starts like this, because no import leads to what they read. Other tests of pages only run
 *  if they are changed themselves, or a file in test/e2e that they import, because most take longer than all other tests of
 *  a change. */
const also = {
  "demo/": ["e2e/playground", "e2e/playground-keyboard"],
  "docs/": ["readme", "guide/guide", "guide/parts"],
  "README.md": ["readme", "guide/guide"],
  "scripts/guide/": ["e2e/guide-looks"],
  "src/element/": ["e2e/element", "e2e/element-errors"],
  "src/http/": ["e2e/share-page"],
  "sw/": ["e2e/sw", "e2e/sw-update"],
};

/** What tests read from the outputs of builds, and the step of scripts/build.mjs that builds it. */
const builds = { dist: "bundle", "build/worker": "worker", "build/sw": "sw", "build/demo": "playground" };

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

const lines = (...args) => execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);

function defaultBase() {
  const { status } = spawnSync("git", ["rev-parse", "--verify", "--quiet", "origin/main"], { stdio: "ignore" });
  return status === 0 ? lines("merge-base", "origin/main", "HEAD")[0] : "HEAD";
}

/** Returns the paths in a source: of files that it imports, and of files and folders that it reads. */
function pathsIn(path, text) {
  const imports = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.[^"]+)"/g)];
  const urls = [...text.matchAll(/new URL\(\s*["`](\.[^"`$]*)/g)];
  return [...imports, ...urls].map(([, name]) => posix.join(posix.dirname(path), name).replace(/\/$/, ""));
}

const sources = new Map(
  lines("ls-files", "--cached", "--others", "--exclude-standard", "src", "sw", "demo", "test", "scripts")
    .concat(readdirSync("src/core/generated").map((name) => `src/core/generated/${name}`))
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && existsSync(path))
    .map((path) => [path, readFileSync(path, "utf8")]),
);
const uses = new Map([...sources].map(([path, text]) => [path, pathsIn(path, text)]));

/** Returns how many steps each source is from the nearest changed file. A source is one step from what it uses. */
function distances(changed) {
  const found = new Map(changed.map((path) => [path, 0]));
  const folders = new Set(changed.flatMap((path) => path.split("/").map((_, at, all) => all.slice(0, at).join("/"))));
  for (let distance = 1, isNew = true; isNew; distance++) {
    isNew = false;
    for (const [path, used] of uses) {
      if (found.has(path)) continue;
      const isNear = (one) =>
        found.get(one) < distance || (distance === 1 && one !== "" && one !== "." && folders.has(one));
      if (!used.some(isNear)) continue;
      found.set(path, distance);
      isNew = true;
    }
  }
  return found;
}

/** Returns the seconds that each test file took when it last ran here, from Vitest's cache. */
function lastTimes() {
  const folder = "node_modules/.vite/vitest";
  try {
    const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(`${folder}/${name}/results.json`, "utf8")));
    return new Map(
      files.flatMap(({ results }) =>
        results.map(([name, { duration }]) => [name.replace(/^\w*:/, ""), duration / 1000]),
      ),
    );
  } catch {
    return new Map();
  }
}

const {
  positionals: [base = defaultBase()],
  values: { list },
} = parseArgs({ allowPositionals: true, options: { list: { type: "boolean" } } });
const changed = [...lines("diff", "--name-only", base), ...lines("ls-files", "--others", "--exclude-standard")]
  // The core's code is generated from its source.
  .flatMap((path) => (path.startsWith("assembly/") ? [path, "src/core/generated/encoder.ts"] : [path]));
const near = distances(changed);
const isPage = (path) => path.startsWith("test/e2e/");
const touchedPages = distances(changed.filter(isPage));
const wanted = Object.entries(also)
  .filter(([start]) => changed.some((path) => path.startsWith(start)))
  .flatMap(([, names]) => names.map((name) => `test/${name}.test.ts`));
/** Returns the folder of a file below src or test, because the tests of a folder are in a folder of the same name. */
const subject = (path) => /^(?:src|test)\/([^/.]+)/.exec(path)?.[1] ?? posix.dirname(path);
const subjects = new Set(changed.map(subject));

const tests = [...sources.keys()]
  .filter((path) => /^test\/(?!package\/|runtimes\/).*\.test\.ts$/.test(path))
  .filter((path) => wanted.includes(path) || (isPage(path) ? touchedPages : near).has(path))
  .map((path) => {
    const distance = (isPage(path) ? touchedPages : near).get(path) ?? 1;
    // Tests of another subject come after all those of a changed one.
    return {
      path,
      order: distance === 0 || subjects.has(subject(path)) || wanted.includes(path) ? distance : 100 + distance,
    };
  })
  .sort((a, b) => a.order - b.order);

const times = lastTimes();
let rest = BUDGET;
const chosen = tests.filter(({ path, order }) => {
  const time = times.get(path) ?? UNKNOWN;
  if (order > 0 && time > rest) return false;
  rest -= time;
  return true;
});
const paths = chosen.map(({ path }) => path);
const left = tests.length - paths.length;
console.log(`${changed.length} changed files since ${base.slice(0, 10)} affect ${tests.length} test files`);
if (left > 0) console.log(`Leaves out ${left} of them, which are further from the change or slow: npm test runs all`);
if (list) for (const path of paths) console.log(path);
else if (paths.length > 0) {
  const needed = new Set(paths);
  for (const path of needed) for (const used of uses.get(path) ?? []) if (used.startsWith("test/")) needed.add(used);
  const read = [...needed].map((path) => sources.get(path) ?? "").join("\n");
  const steps = Object.entries(builds).flatMap(([folder, step]) =>
    new RegExp(`["\`/{}]${folder}[/"\`]`).test(read) ? [step] : [],
  );
  const run = (program, ...args) => spawnSync(program, args, { stdio: "inherit" }).status ?? 1;
  process.exitCode =
    run(process.execPath, "scripts/build.mjs", "core", ...steps) || run("npx", "vitest", "run", ...paths);
}
