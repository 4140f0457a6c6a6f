import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";

// Builds a project of each toolchain with the packed package, with the toolchain's default settings. Installs the toolchains
// from npm, which takes minutes, so this is not part of `npm test`. Needs `npm run build`. Option: --only next,jest

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({ options: { only: { type: "string" } } });

const nextApp = {
  "app/layout.jsx": "export default ({ children }) => <html><body>{children}</body></html>;",
  "app/page.jsx": 'import { toSvg } from "isoqr"; export default () => <p>{toSvg("server").slice(0, 5)}</p>;',
  "app/client/page.jsx": `"use client"; import { toSvg } from "isoqr"; import { QrCode } from "isoqr/react";
    export default () => <p>{toSvg("client").slice(0, 5)}<QrCode data="x" /></p>;`,
  "app/png/route.js": `import { draw } from "isoqr"; export const dynamic = "force-static";
    export const GET = async () => new Response(await draw("route"));`,
  "app/missing/route.js": `import { draw } from "isoqr"; export const dynamic = "force-static";
    const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';
    export const GET = () => draw("x", { logo: "data:image/svg+xml," + logo })
      .then(() => new Response("drawn"), ({ message }) => new Response(message));`,
};

/** Checks the static files that Next.js renders. */
function checkNext(folder) {
  const at = (path) => readFileSync(join(folder, ".next/server/app", path));
  expect(at("index.html").includes("&lt;svg"), "the server component draws no SVG");
  expect(at("client.html").includes("shadowrootmode"), "the client component renders no picture on the server");
  expect(at("png.body").subarray(1, 4).toString() === "PNG", "the route handler draws no PNG");
  const message = at("missing.body").toString();
  expect(message.includes("run npm install @resvg/resvg-wasm"), `draw() does not name the package: ${message}`);
}

const parcelApp = {
  "index.html": '<script type="module" src="./page.js"></script>',
  "page.js": 'import { toSvg } from "isoqr"; document.body.innerHTML = toSvg("x");',
};

/** Reports the size of the scripts that Parcel builds. */
function checkParcel(folder) {
  const scripts = readdirSync(join(folder, "dist")).filter((name) => name.endsWith(".js"));
  const sizes = scripts.map((name) => brotliCompressSync(readFileSync(join(folder, "dist", name))).length);
  const size = sizes.reduce((sum, one) => sum + one, 0);
  expect(size < 13_000, `${scripts.length} scripts with ${size} bytes (Brotli)`);
  return `${size} bytes (Brotli)`;
}

const jestTest = {
  "library.test.js": `const { toPng, toSvg, toMatrix, toDataUrl } = require("isoqr");
    test("draws", () => {
      expect(toSvg("漢字")).toMatch(/^<svg /);
      expect(toPng("x")[1]).toBe(80);
      expect(toDataUrl("x", { format: "svg" })).toMatch(/^data:/);
      expect(toMatrix("x").size).toBe(21);
    });`,
};

const typesTest = {
  "page.ts": `import { toPng, toSvg, type SvgOptions } from "isoqr";
    import { createClient } from "isoqr/client";
    import { wifi } from "isoqr/payload";
    const options: SvgOptions = { size: 300 };
    export const svg: string = toSvg(wifi.build({ ssid: "x" }), options);
    export const png: Uint8Array = toPng("x");
    export const client = createClient({ baseUrl: "https://qr.example" });`,
};

/** A project that TypeScript checks without skipLibCheck. */
function typescript(version, options) {
  const compilerOptions = {
    strict: true,
    target: "ES2022",
    lib: ["ES2022", "DOM"],
    types: [],
    noEmit: true,
    ...options,
  };
  return {
    packages: [`typescript@${version}`],
    files: { ...typesTest, "tsconfig.json": JSON.stringify({ compilerOptions, include: ["page.ts"] }) },
    command: ["tsc", "-p", "."],
  };
}

const toolchains = {
  "next (Turbopack)": {
    packages: ["next@16", "react@19", "react-dom@19"],
    files: nextApp,
    command: ["next", "build", "--turbopack"],
    check: checkNext,
  },
  "next (webpack)": {
    packages: ["next@16", "react@19", "react-dom@19"],
    files: nextApp,
    command: ["next", "build", "--webpack"],
    check: checkNext,
  },
  parcel: {
    packages: ["parcel@2"],
    files: parcelApp,
    command: ["parcel", "build", "index.html", "--no-source-maps"],
    check: checkParcel,
  },
  "jest 29": { packages: ["jest@29"], files: jestTest, command: ["jest"] },
  "jest 29 (jsdom)": {
    packages: ["jest@29", "jest-environment-jsdom@29"],
    files: jestTest,
    command: ["jest", "--env=jsdom"],
  },
  "jest 30": { packages: ["jest@30"], files: jestTest, command: ["jest"] },
  "jest 30 (jsdom)": {
    packages: ["jest@30", "jest-environment-jsdom@30"],
    files: jestTest,
    command: ["jest", "--env=jsdom"],
  },
  "typescript 5.0 (node10)": typescript("5.0", { module: "CommonJS", moduleResolution: "node10" }),
  "typescript 5.0 (bundler)": typescript("5.0", { module: "ESNext", moduleResolution: "bundler" }),
  "typescript 5.9 (node10)": typescript("5.9", { module: "CommonJS", moduleResolution: "node10" }),
};

function expect(isMet, message) {
  if (!isMet) throw new Error(message);
}

/** Runs a program in `folder`, and returns its output. Throws an error with the output if it fails. */
function run(folder, program, ...words) {
  try {
    const env = { ...process.env, CI: "1", NEXT_TELEMETRY_DISABLED: "1" };
    return execFileSync(program, words, { cwd: folder, env, encoding: "utf8", stdio: "pipe" });
  } catch ({ message, stdout, stderr }) {
    throw new Error([message, stdout, stderr].join("\n"));
  }
}

function build(tarball, { packages, files, command, check }) {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-toolchain-"));
  try {
    const written = { "package.json": '{"private":true}', ...files };
    for (const [path, text] of Object.entries(written)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
    run(folder, "npm", "install", ...flags, tarball, ...packages);
    run(folder, "npx", "--no", "--", ...command);
    return check?.(folder) ?? "";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const parts = values.only?.split(",") ?? [""];
const chosen = Object.entries(toolchains).filter(([name]) => parts.some((part) => name.startsWith(part)));
if (chosen.length === 0) {
  console.error(`--only must list the starts of these names: ${Object.keys(toolchains).join(", ")}`);
  process.exit(2);
}
const packed = mkdtempSync(join(tmpdir(), "isoqr-packed-"));
const name = run(root, "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", packed).trim();
for (const [toolchain, project] of chosen) {
  try {
    console.log(`ok    ${toolchain} ${build(join(packed, name), project)}`.trimEnd());
  } catch ({ message }) {
    process.exitCode = 1;
    console.log(`FAIL  ${toolchain}\n${message}`);
  }
}
rmSync(packed, { recursive: true });
