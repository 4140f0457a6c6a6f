import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { installRuntimes } from "../runtimes/install.mjs";
import { createProject } from "./project.ts";

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

/** The library examples that must run as printed, by file name. */
const programs = Object.fromEntries(
  ["README.md", "docs/library.md", "docs/payloads.md"].flatMap((page) => {
    const blocks = [...read(page).matchAll(/^```js run\n(.*?)^```$/gms)].map(([, code = ""]) => code);
    return blocks.map((code, at) => [`${page.replace(/\W/g, "-")}-${at}`, code]);
  }),
);

/** Converts a program to CommonJS. Node.js can require ES modules since version 20.19. */
function toCommonJs(program: string): string {
  return program.replace(/^import \{(.*?)\} from (".*?");$/gm, (_, names: string, from) => {
    return `const {${names.replaceAll(" as ", ": ")}} = require(${from});`;
  });
}

const { deno, bun, oldestNode } = installRuntimes();

const engines = {
  "Node.js": { words: [process.execPath, "--throw-deprecation"], ending: "mjs" },
  "CommonJS in Node.js": { words: [process.execPath, "--no-warnings"], ending: "cjs" },
  ...(oldestNode && { "Node.js 18.0": { words: [oldestNode, "--no-warnings"], ending: "mjs" } }),
  ...(deno && { Deno: { words: [deno, "run", "--no-prompt", "--allow-read", "--allow-write=."], ending: "mjs" } }),
  ...(bun && { Bun: { words: [bun], ending: "mjs" } }),
};

test.each(Object.entries(engines))("%s: the examples of the library run as printed", (_, { words, ending }) => {
  // CommonJS does not support top-level await.
  const suitable = Object.entries(programs).filter(([, code]) => ending !== "cjs" || !/^[^\n]*\bawait /m.test(code));
  const files = suitable.map(([name, code]) => [`${name}.${ending}`, ending === "cjs" ? toCommonJs(code) : code]);
  expect(files.length).toBeGreaterThan(3);
  const { run } = createProject(Object.fromEntries(files), ["@resvg/resvg-wasm"]);
  const [program = "", ...flags] = words;
  for (const [name = ""] of files) expect(() => run(program, ...flags, name), name).not.toThrow();
});
