import { execSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

// Compiles the core: a complete build for servers, a complete build without SIMD for the JavaScript core, and two small
// parts for pages.

const root = fileURLToPath(new URL("..", import.meta.url));
const run = (command) => execSync(command, { cwd: root, stdio: ["ignore", 2, 2] });

const features = ["bulk-memory", "mutable-globals", "nontrapping-float-to-int"].map((name) => `--enable-${name}`);
const builds = { complete: "index", scalar: "index", encoder: "page", image: "image" };

/** Runs the compiler in this process, because starting it takes half of the time of a build. Prints what it reports, without
 *  its remark that an optimization did not make the core smaller, which reads like an error. */
async function compile(entry, target) {
  const { error, stderr } = await asc.main([`assembly/${entry}.ts`, "--target", target, "--baseDir", root]);
  process.stderr.write(stderr.toString().replace(/^Last converge was suboptimal\.\r?\n/m, ""));
  if (error) throw new Error(`assembly/${entry}.ts was not compiled for ${target}: ${error.message}`);
}

for (const [target, entry] of Object.entries(builds)) await compile(entry, target);
// asc does not run this pass, which makes the parts up to 3% smaller.
for (const part of ["encoder", "image"]) {
  const file = `build/core-${part}.wasm`;
  run(`wasm-opt ${file} ${features.join(" ")} --coalesce-locals-learning -Oz -o ${file}`);
}
run(`wasm2js build/core-scalar.wasm -O3 ${features.join(" ")} -o build/core-strict.js`);
run("node scripts/strict-core.mjs");
run("node assembly/embed.mjs");
