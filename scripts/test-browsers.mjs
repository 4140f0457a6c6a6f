import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Runs the tests that use test/engines/engines.ts in Chromium, Firefox and WebKitGTK. Installs missing browsers with
// apt-get if it is available and the user is root.

const root = fileURLToPath(new URL("..", import.meta.url));
const webkit = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const wanted = [
  // Chromium from the npm package does not support extensions.
  ["chromium", process.env.CHROMIUM_PATH ?? "/usr/bin/chromium"],
  ["firefox-esr", process.env.FIREFOX_PATH ?? "/usr/bin/firefox-esr"],
  ["webkit2gtk-driver", webkit],
  ["xvfb", "/usr/bin/Xvfb"],
];

const missing = () => wanted.filter(([, path]) => !existsSync(path)).map(([name]) => name);
if (missing().length > 0 && existsSync("/usr/bin/apt-get") && process.getuid() === 0) {
  const apt = (...args) =>
    execFileSync("apt-get", ["-qq", ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "ignore", 2],
    });
  try {
    apt("update");
    apt("install", "-y", "--no-install-recommends", ...missing());
  } catch (error) {
    console.error(`browser installation failed: ${error.message}`);
  }
}
if (missing().length > 0) console.error(`Not installed, skipped: ${missing().join(", ")}`);

const tests = readdirSync(new URL("../test/e2e/", import.meta.url))
  .map((name) => `test/e2e/${name}`)
  .filter((path) => path.endsWith(".test.ts") && readFileSync(root + path, "utf8").includes('"../engines/engines.ts"'));
execFileSync(process.execPath, ["scripts/build.mjs", "core", "bundle", "sw"], { cwd: root, stdio: "inherit" });
const { status } = spawnSync("npx", ["vitest", "run", "--no-file-parallelism", ...tests, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, BROWSERS: "all" },
  stdio: "inherit",
});
const ran = [
  missing().includes("chromium") ? "Chromium (from npm, without extensions)" : "Chromium",
  !missing().includes("firefox-esr") && "Firefox",
  !missing().some((name) => name === "webkit2gtk-driver" || name === "xvfb") && "WebKit",
];
console.log(`Ran in ${ran.filter(Boolean).join(", ")}`);
process.exitCode = status ?? 1;
