import { execSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Builds everything that is missing or older than its sources. Optional arguments: the names of the steps to run.

const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns the modification times of the files at or below `path`, or an empty list if it does not exist. */
function times(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [stat.mtimeMs];
  return readdirSync(join(root, path)).flatMap((name) => times(join(path, name)));
}

function isStale({ made, from }) {
  const newest = Math.max(...from.flatMap(times));
  return made.some((path) => {
    const found = times(path);
    return found.length === 0 || Math.min(...found) < newest;
  });
}

const configs = ["vite.config.ts", "vite.node.config.ts", "vite.commonjs.config.ts", "vite.worker.config.ts"];
const sources = ["src", "sw", ...configs, "package.json"];
const worker = [...sources, "scripts/build-sw.mjs", "scripts/licenses.mjs"];
const playground = [...worker, "demo", "vite.demo.config.ts", "scripts/build-demo.mjs"];
const steps = {
  core: {
    made: ["src/core/generated", "build/core-complete.wasm"],
    from: ["assembly", "asconfig.json", "scripts/build-core.mjs", "scripts/strict-core.mjs"],
    script: "build:core",
  },
  bundle: { made: ["dist/index.js", "dist/serve.js", "dist/commonjs/index.cjs"], from: sources, script: "build:js" },
  sw: { made: ["build/sw/sw.js"], from: worker, script: "build:sw -- build/sw" },
  demo: { made: ["dist/demo/index.html"], from: playground, script: "build:demo" },
  playground: { made: ["build/demo/index.html"], from: playground, script: "build:demo -- build/demo" },
  guide: {
    made: ["dist/demo/guide/index.html"],
    from: [
      "docs",
      "README.md",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "SECURITY.md",
      "scripts/guide",
      "demo/style/tokens.css",
    ],
    script: "build:guide",
  },
  worker: {
    made: ["heavy-worker", "worker-node", "workers-node"].map((name) => `build/worker/${name}.js`),
    from: sources,
    script: "build:worker",
  },
};

const asked = process.argv.slice(2).filter((name) => Object.hasOwn(steps, name));
for (const name of asked.length > 0 ? asked : ["core", "bundle", "demo", "guide"]) {
  if (isStale(steps[name])) {
    // Write to stderr, because other programs read the standard output of some callers.
    console.error(`Building ${name} ...`);
    execSync(`npm run --silent ${steps[name].script}`, { cwd: root, stdio: ["ignore", 2, 2] });
  }
}
