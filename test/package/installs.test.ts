import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { OLDEST } from "../../src/adapters/package-file.ts";
import { PACKAGE_UNSUPPORTED } from "../../src/errors.ts";
import { workbookOf } from "../list/workbooks.ts";
import { ruleText } from "../rule-text.ts";
import { createProject, link, type Project } from "./project.ts";

// Installs old versions from the npm registry.

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)));
const rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>https://example.com</t></is></c></row>';
const files = {
  "optional.mjs": read("consumer/optional.mjs"),
  "logo.webp": read("../logo/lossy.webp"),
  "list.xlsx": Buffer.from(workbookOf({ sheets: [{ name: "A", rows }] })),
};

/** Versions that another package in a project may need, but that isoqr does not support. */
const OLD = {
  "@jsquash/webp": "1.1.3",
  "@resvg/resvg-wasm": "2.0.1",
  "@undecaf/zbar-wasm": "0.9.16",
  harfbuzzjs: "0.4.15",
  libsql: "0.4.7",
  "woff2-encoder": "1.0.3",
  "zxing-wasm": "2.2.4",
};

/** Installs `versions` together with isoqr. Fails if npm reports a conflict. */
function install({ run }: Project, versions: Readonly<Record<string, string>>): void {
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  const flags = ["--strict-peer-deps", "--prefer-offline", "--no-audit", "--no-fund", "--silent"];
  run("npm", "install", ...flags, inject("packed").tarball, ...packages);
}

const use = ({ run }: Project) => JSON.parse(run(process.execPath, "--no-warnings", "optional.mjs"));
const isoqr = ({ run }: Project, ...words: string[]) => run("npx", "--no", "--", "isoqr", ...words);

/** Returns the expected message for the version in `OLD`. */
function refusal(name: keyof typeof OLD): string {
  const [, series = ""] = /^((?:0\.)*\d+)/.exec(OLDEST[name] ?? "") ?? [];
  return ruleText(PACKAGE_UNSUPPORTED, { name, range: `^${OLDEST[name]}`, found: OLD[name], newest: series });
}

test("installs next to old versions of all optional packages, and names each one at its first use", () => {
  expect(Object.keys(OLD)).toEqual(Object.keys(OLDEST).sort());
  const project = createProject(files);
  install(project, OLD);
  expect(use(project)).toEqual({
    library: "works",
    card: expect.stringMatching(/harfbuzzjs|resvg/),
    links: `opening the links failed: ${refusal("libsql")}`,
    svgLogo: refusal("@resvg/resvg-wasm"),
    webpLogo: refusal("@jsquash/webp"),
    scan: `the scan check was skipped: no decoder is available: ${refusal("zxing-wasm")}; ${refusal("@undecaf/zbar-wasm")}`,
  });
  isoqr(project, "x", "-o", "x.png");
  expect(() => isoqr(project, "decode", "x.png")).toThrow(refusal("zxing-wasm"));

  // Cards need several packages. Replace the packages that the error messages name, one at a time.
  for (const name of ["harfbuzzjs", "@fontsource-variable/noto-sans", "woff2-encoder"] as const) {
    const message = name in OLD ? refusal(name as keyof typeof OLD) : `run npm install ${name}`;
    expect(use(project).card).toContain(message);
    rmSync(join(project.folder, "node_modules", name), { recursive: true, force: true });
    link(project.folder, name);
  }
});

test("works with the oldest supported version of each optional package", () => {
  const project = createProject(files);
  install(project, { ...OLDEST, "@fontsource-variable/noto-sans": "5.0.1", "@twemoji/svg": "0.1.2" });
  const names = ["library", "card", "links", "svgLogo", "webpLogo", "scan"];
  expect(use(project)).toEqual(Object.fromEntries(names.map((name) => [name, "works"])));
  isoqr(project, "x", "-o", "x.png");
  expect(isoqr(project, "decode", "x.png")).toBe("x\n");
  isoqr(project, "batch", "list.xlsx", "-o", "codes");
  expect(isoqr(project, "decode", "codes/0001.png")).toBe("https://example.com\n");
});
