import { spawn } from "node:child_process";
import { copyFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { installRuntimes } from "../runtimes/install.mjs";
import { checkCode, TEXT } from "./codes.mjs";

// Programs that print an SVG, and test runners that compare one.

const text = JSON.stringify(TEXT);
const print = `console.log(toSvg(${text}));`;
const esm = `import { toSvg } from "isoqr"; ${print}`;
const cjs = `const { toSvg } = require("isoqr"); ${print}`;

/** A project whose last command prints an SVG. */
const program = (files, commands, packages = []) => ({
  packages,
  files,
  check({ run }) {
    const outputs = commands.map((words) => run(...words));
    checkCode(outputs.at(-1).trim());
    // The other programs come from the packages.
    const [first] = commands[0];
    return first === "npx" ? undefined : { version: versionOf(run, first) };
  },
});

/** The name and the version of a runtime. Node.js and Bun print only their version. */
function versionOf(run, path) {
  const [line] = run(path, "--version").split(/\n| \(/);
  return line.replace(/^v/, "Node.js ").replace(/^(?=\d)/, "Bun ");
}

const node = process.execPath;
const npx = (...words) => ["npx", "--no", "--", ...words];
const runtime = (name) => installRuntimes()[name];

/** A test for Jest and Vitest. The file expected.svg is that of Node.js. */
const unitTest = (imports) => `${imports}
  const expected = require("node:fs").readFileSync("expected.svg", "utf8");
  test("draws", () => {
    expect(toSvg(${text})).toBe(expected);
    expect(toPng("漢字")[1]).toBe(80);
    expect(toDataUrl("x", { format: "svg" })).toMatch(/^data:/);
    expect(toMatrix("x").size).toBe(21);
  });`;

const names = "toDataUrl, toMatrix, toPng, toSvg";
const elementTest = `import "isoqr/element/define";
  test("the element draws", async () => {
    const code = document.createElement("qr-code");
    code.data = ${text};
    document.body.append(code);
    code.draw();
    const path = /<path [^>]*fill="#000000"[^>]* d="([^"]+)"|<path [^>]* d="([^"]+)"[^>]*\\/><\\/svg>/.exec(expected);
    expect(code.shadowRoot.querySelector("[part=modules]").getAttribute("d")).toBe(path[1] ?? path[2]);
  });`;

const tests = (packages, file, content, ...command) => ({
  packages,
  files: { [file]: content },
  check({ run, write }) {
    write({ "expected.mjs": esm });
    const svg = run(node, "expected.mjs").trim();
    checkCode(svg);
    write({ "expected.svg": svg });
    run(...npx(...command));
  },
});

const jest = (version, environment) =>
  tests(
    [`jest@${version}`, ...(environment === "jsdom" ? [`jest-environment-jsdom@${version}`] : [])],
    "library.test.js",
    unitTest(`const { ${names} } = require("isoqr");`),
    ...["jest", `--env=${environment}`],
  );

/** Jest with Babel, which older versions of Node.js need for the entries that are ES modules. */
const jestWithBabel = (version) => ({
  ...jest(version, "jsdom"),
  packages: [...jest(version, "jsdom").packages, "@babel/core@7", "@babel/preset-env@7"],
  files: {
    "library.test.js": `import { ${names} } from "isoqr"; ${unitTest("")} ${elementTest}`,
    "babel.config.js": `module.exports = { presets: [["@babel/preset-env", { targets: { node: "current" } }]] };`,
    "jest.config.js": `module.exports = { transformIgnorePatterns: ["node_modules/(?!isoqr/)"] };`,
  },
});

const vitest = (environment) =>
  tests(
    ["vitest@4", environment === "jsdom" ? "jsdom@26" : "happy-dom"],
    "library.test.js",
    unitTest(`import { createRequire } from "node:module"; import { ${names} } from "isoqr"; import { expect, test } from "vitest";
      const require = createRequire(import.meta.url);`) + elementTest,
    ...["vitest", "run", `--environment=${environment}`],
  );

/** Runs a worker in workerd, and checks its answer. */
async function checkWorkerd({ folder, run, write }) {
  const isFree = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => isFree.once("listening", done));
  const { port } = isFree.address();
  await new Promise((done) => isFree.close(done));
  run(
    ...npx(
      "esbuild",
      ..."worker.mjs --bundle --format=esm --conditions=workerd --external:*.wasm --outfile=out.js".split(" "),
    ),
  );
  copyFileSync(join(folder, "node_modules/isoqr/dist/core.wasm"), join(folder, "core.wasm"));
  write({
    "config.capnp": `using Workerd = import "/workerd/workerd.capnp";
      const config :Workerd.Config = (
        services = [(name = "main", worker = (
          modules = [(name = "worker", esModule = embed "out.js"), (name = "isoqr/core.wasm", wasm = embed "core.wasm")],
          compatibilityDate = "2025-01-01"))],
        sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);`,
  });
  const server = spawn(runtime("workerd"), ["serve", "config.capnp"], { cwd: folder, stdio: ["ignore", 2, 2] });
  try {
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch((error) => error);
      if (answer instanceof Response) {
        checkCode(await answer.text());
        return { version: versionOf(run, runtime("workerd")) };
      }
      if (tries === 100) throw answer;
      await new Promise((done) => setTimeout(done, 100));
    }
  } finally {
    server.kill();
  }
}

export const programs = {
  "Node.js (ES modules)": program({ "main.mjs": esm }, [[node, "main.mjs"]]),
  "Node.js (CommonJS)": program({ "main.cjs": cjs }, [[node, "main.cjs"]]),
  "Node.js 18 (CommonJS)": program({ "main.cjs": cjs }, [[runtime("node18"), "main.cjs"]]),
  "Node.js --jitless": program({ "main.mjs": `import "isoqr/strict"; ${esm}` }, [
    [node, "--jitless", "--no-warnings", "main.mjs"],
  ]),
  Deno: program({ "main.mjs": esm }, [[runtime("deno"), "run", "-A", "--node-modules-dir=manual", "main.mjs"]]),
  Bun: program({ "main.mjs": esm }, [[runtime("bun"), "main.mjs"]]),
  "Bun (bun build)": program({ "main.mjs": esm }, [
    [runtime("bun"), "build", "--target=node", "main.mjs", "--outfile", "out.mjs"],
    [node, "out.mjs"],
  ]),
  workerd: {
    packages: ["esbuild"],
    files: {
      "worker.mjs": `import { toSvg, useCompiledCore } from "isoqr"; import core from "isoqr/core.wasm";
        useCompiledCore(core);
        export default { fetch: () => new Response(toSvg(${text})) };`,
    },
    check: checkWorkerd,
  },
  "esbuild --platform=node": program(
    { "main.mjs": esm },
    [
      npx("esbuild", ..."main.mjs --bundle --platform=node --format=esm --outfile=out.mjs".split(" ")),
      [node, "out.mjs"],
    ],
    ["esbuild"],
  ),
  // Hermes knows no classes, so React Native translates them with Babel. It has no WebAssembly, TextEncoder or TextDecoder.
  "Hermes (isoqr/strict)": program(
    {
      "main.mjs": `import "isoqr/strict"; import { toSvg } from "isoqr"; print(toSvg(${text}));`,
      "babel.mjs": `import { transformFileSync } from "@babel/core"; import { writeFileSync } from "node:fs";
        const presets = [["@babel/preset-env", { targets: { ie: 11 } }]];
        writeFileSync("hermes.js", transformFileSync("out.js", { presets, sourceType: "script", compact: false }).code);`,
    },
    [
      npx(
        "esbuild",
        ..."main.mjs --bundle --format=iife --main-fields=module,main --conditions=react-native --outfile=out.js".split(
          " ",
        ),
      ),
      [node, "babel.mjs"],
      ["node_modules/hermes-engine-cli/linux64-bin/hermes", "hermes.js"],
    ],
    ["hermes-engine-cli", "esbuild", "@babel/core@7", "@babel/preset-env@7"],
  ),
  "Jest 29 (node)": jest(29, "node"),
  "Jest 29 (jsdom)": jest(29, "jsdom"),
  "Jest 30 (node)": jest(30, "node"),
  "Jest 30 (jsdom)": jest(30, "jsdom"),
  "Jest 29 (jsdom, Babel)": jestWithBabel(29),
  "Jest 30 (jsdom, Babel)": jestWithBabel(30),
  "Vitest (jsdom)": vitest("jsdom"),
  "Vitest (happy-dom)": vitest("happy-dom"),
};

const uses = `import { toPng, toSvg, type SvgOptions } from "isoqr";
  import { createClient } from "isoqr/client";
  const options: SvgOptions = {};
  const png: Uint8Array = toPng("x");
  export const client = png && createClient({ baseUrl: "https://qr.example" });
  console.log(toSvg(${text}, options));`;
const others = `import { wifi } from "isoqr/payload";
  import { QrCodeElement } from "isoqr/element";
  import "isoqr/element/define";
  export const text: string = wifi.build({ ssid: "x", security: "nopass" });
  export const code: QrCodeElement | null = document.querySelector("qr-code");`;

/** Modes by name: the compiler options, the file extension, and whether the other entries, ES modules, can be imported. */
const modes = {
  node10: { module: "CommonJS", moduleResolution: "node10", extension: "cts", hasOthers: true },
  "node16, ES module": { module: "Node16", moduleResolution: "node16", extension: "mts", hasOthers: true },
  "node16, CommonJS": { module: "Node16", moduleResolution: "node16", extension: "cts" },
  "nodenext, ES module": { module: "NodeNext", moduleResolution: "nodenext", extension: "mts", hasOthers: true },
  "nodenext, CommonJS": { module: "NodeNext", moduleResolution: "nodenext", extension: "cts" },
  bundler: { module: "ESNext", moduleResolution: "bundler", extension: "mts", hasOthers: true },
};

/** A project that each mode compiles without skipLibCheck, and then runs. TypeScript 7 has no node10. */
const typescript = (version, names = Object.keys(modes)) => ({
  packages: [`typescript@${version}`],
  files: {},
  note: names.join("; "),
  check({ run, write }) {
    for (const name of names) {
      const { extension, hasOthers = false, ...options } = modes[name];
      const compilerOptions = {
        ...{ strict: true, target: "ES2022", lib: ["ES2022", "DOM"], types: [], outDir: "out", rootDir: "." },
        ...options,
      };
      const files = { [`main.${extension}`]: uses, ...(hasOthers && { [`others.${extension}`]: others }) };
      write({ ...files, "tsconfig.json": JSON.stringify({ compilerOptions, files: Object.keys(files) }) });
      try {
        run(...npx("tsc", "-p", "."));
        checkCode(run(node, `out/main.${extension.replace("t", "j")}`).trim());
      } catch ({ message }) {
        throw new Error(`${name}: ${message}`);
      }
    }
  },
});

export const compilers = {
  "TypeScript 5.0": typescript("5.0"),
  "TypeScript 5.4": typescript("5.4"),
  "TypeScript 5.9": typescript("5.9"),
  "TypeScript (newest)": typescript(
    "latest",
    Object.keys(modes).filter((name) => name !== "node10"),
  ),
};
