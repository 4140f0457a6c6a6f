import { execSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Builds what is missing or older than what it is made from. `node scripts/build.mjs core` stops after the core.

const root = fileURLToPath(new URL("..", import.meta.url));

/** The times at which the files at or below `path` were last changed; none when there is no such path. */
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

const core = { made: ["src/core/generated"], from: ["assembly", "asconfig.json"], script: "build:core" };
const bundle = {
  made: ["dist/index.js", "dist/serve.js"],
  from: ["src", "vite.config.ts", "package.json"],
  script: "build:js",
};

for (const step of process.argv[2] === "core" ? [core] : [core, bundle]) {
  if (isStale(step)) execSync(`npm run --silent ${step.script}`, { cwd: root, stdio: ["ignore", 2, 2] });
}
