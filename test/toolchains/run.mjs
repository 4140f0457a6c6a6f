import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { angularApps, bundlers } from "./bundlers.mjs";
import { frameworks } from "./frameworks.mjs";
import { closeBrowser } from "./pages.mjs";
import { compilers, programs } from "./programs.mjs";

// Builds and runs a project of each toolchain with the packed package, with the toolchain's default settings. Installs the
// toolchains from npm, which takes minutes, so this is not part of `npm test`. Needs `npm run build`. Options: --only
// next,jest runs the toolchains whose names contain these words; --write records the results in docs/toolchains.md.

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = join(root, "docs/toolchains.md");
const { values } = parseArgs({ options: { only: { type: "string" }, write: { type: "boolean" } } });
const toolchains = { ...bundlers, ...angularApps, ...frameworks, ...programs, ...compilers };

/** Runs a program in `folder`, and returns its output. Throws an error with the output if it fails. */
function run(folder, program, ...words) {
  try {
    const env = {
      ...process.env,
      CI: "1",
      NEXT_TELEMETRY_DISABLED: "1",
      ASTRO_TELEMETRY_DISABLED: "1",
      NG_CLI_ANALYTICS: "false",
    };
    return execFileSync(program, words, { cwd: folder, env, encoding: "utf8", stdio: "pipe", timeout: 600_000 });
  } catch ({ message, stdout, stderr }) {
    throw new Error([message, stdout, stderr].join("\n"));
  }
}

function write(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const MANIFEST = JSON.stringify({ private: true });

/** Builds and checks a project. Returns the versions of its packages, and the size of the scripts that its page loads. */
async function build(tarball, { packages, files, commands = [], check, isFramework }) {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-toolchain-"));
  try {
    const isModule = Object.keys(files).some((path) => path.startsWith("src/"));
    write(folder, { "package.json": isModule ? '{"private":true,"type":"module"}' : MANIFEST, ...files });
    const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
    run(folder, "npm", "install", ...flags, tarball, ...packages);
    for (const command of commands) run(folder, "npx", "--no", "--", ...command);
    const project = {
      folder,
      run: (...words) => run(folder, ...words),
      write: (more) => write(folder, more),
      compress: brotliCompressSync,
    };
    const { size, events = [], names = [], version } = (await check(project)) ?? {};
    if (isFramework && !events.includes("rendered")) throw new Error("the listener was not called");
    if (isFramework && names.join() !== "ink") throw new Error(`the class did not arrive: ${names}`);
    return { size, version: version ?? versionOf(folder, packages[0]) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function versionOf(folder, wanted) {
  const name = wanted.replace(/(?<=.)@.*/, "");
  return `${name} ${JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version}`;
}

const words = values.only?.toLowerCase().split(",") ?? [""];
const chosen = Object.entries(toolchains).filter(([name]) => words.some((word) => name.toLowerCase().includes(word)));
if (chosen.length === 0) {
  console.error(`--only must list words of these names: ${Object.keys(toolchains).join(", ")}`);
  process.exit(2);
}
const packed = mkdtempSync(join(tmpdir(), "isoqr-packed-"));
const { filename } = JSON.parse(run(root, process.execPath, "scripts/pack.mjs", packed));
const rows = new Map();
for (const [name, project] of chosen) {
  try {
    const { size, version } = await build(join(packed, filename), project);
    const bytes = size ? size.toLocaleString("en") : "";
    rows.set(name, `| ${[name, version, project.note ?? "", bytes].join(" | ")} |`);
    console.log(`ok    ${rows.get(name)}`);
  } catch ({ message }) {
    process.exitCode = 1;
    console.log(`FAIL  ${name}\n${message}`);
  }
}
rmSync(packed, { recursive: true });
await closeBrowser();

if (values.write) {
  const text = readFileSync(page, "utf8");
  const [, before = "", table = "", after = ""] =
    /^(.*<!-- toolchains:start -->\n)(.*?)(<!-- toolchains:end -->.*)$/s.exec(text) ?? [];
  const recorded = new Map(table.split("\n").map((row) => [row.split(" | ")[0].slice(2), row]));
  const lines = Object.keys(toolchains).flatMap((name) => rows.get(name) ?? recorded.get(name) ?? []);
  const head = ["| toolchain | version | modes | JavaScript of the page (bytes, Brotli) |", "|---|---|---|---:|"];
  writeFileSync(page, [before, [...head, ...lines, ""].join("\n"), after].join(""));
}
