import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lexer } from "marked";
import { afterAll, expect, test } from "vitest";
import { codesIn } from "../../scripts/guide/examples.ts";
import { requestsIn } from "../../scripts/guide/requests.ts";
import { commandsIn } from "../../scripts/guide/shell-words.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
// Inside the repository, so that `isoqr` is this package, and its development packages are at hand.
mkdirSync(join(root, "build"), { recursive: true });
const folder = mkdtempSync(join(root, "build/snippets-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Snippet {
  readonly where: string;
  readonly language: string;
  readonly mark: string;
  readonly code: string;
}

const names = readdirSync(join(root, "docs/guide")).filter((name) => name.endsWith(".md"));
const snippets: readonly Snippet[] = names.flatMap((name) =>
  lexer(read(`docs/guide/${name}`))
    .flatMap(codesIn)
    .map(({ text, lang = "" }, i) => {
      const [language = "", mark = ""] = lang.split(" ");
      return { where: `${name}, code ${i + 1}`, language, mark, code: text };
    }),
);
const marked = snippets.filter(({ mark }) => mark === "run");
const commands = snippets.flatMap(({ where, language, code }) =>
  language === "sh"
    ? commandsIn(code).map((words) => ({ where, words: words.filter((word) => word !== "--package=isoqr") }))
    : [],
);

test.each(marked.map((snippet) => [snippet.where, snippet] as const))("%s runs as printed", (where, { code }) => {
  const file = join(folder, `${where.replace(/\W/g, "-")}.mjs`);
  writeFileSync(file, code);
  expect(() => execFileSync(process.execPath, [file], { cwd: folder, stdio: "pipe" })).not.toThrow();
});

const programs: Readonly<Record<string, string>> = { isoqr: "dist/cli.js", "isoqr-offline": "dist/copy-offline.js" };
const called = commands.filter(
  ({ words: [program, name = "", first] }) => program === "npx" && programs[name] && first !== "serve",
);

test.each(called.map(({ where, words }) => [`${where}: ${words.join(" ")}`, words] as const))("%s", (_, words) => {
  const [, name = "", ...rest] = words;
  const program = join(root, programs[name] as string);
  if (name === "isoqr-offline")
    return expect(read("README.md")).toContain(`npx --package=isoqr ${[name, ...rest].join(" ")}`);
  const cwd = mkdtempSync(join(folder, "command-"));
  expect(() => execFileSync(process.execPath, [program, ...rest], { cwd, stdio: "pipe" })).not.toThrow();
});

test("no code is without a test: it runs, its requests are sent when the guide is built, or the README's tests have it", () => {
  const tested = read("README.md");
  const untested = snippets.filter(({ language, mark, code }) => {
    if (mark === "run" || mark === "before") return false;
    if (language === "json") return JSON.parse(code) === undefined;
    if (requestsIn(code, language).length > 0 || tested.includes(code)) return false;
    if (language === "sh") return !commandsIn(code).every(([program]) => program === "npx" || program === "npm");
    return true;
  });
  // An address in Markdown is the one above it.
  const others = untested.filter(({ code }) => !code.startsWith("![QR code](http://127.0.0.1:8080/api/qr?data="));
  expect(others.map(({ where }) => where)).toEqual([]);
  expect(marked.length).toBeGreaterThan(4);
});
