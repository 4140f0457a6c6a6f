import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { lexer } from "marked";
import { afterAll, expect, test } from "vitest";
import { codesIn } from "../../scripts/guide/examples.ts";
import { requestsIn } from "../../scripts/guide/requests.ts";
import { commandsIn } from "../../scripts/guide/shell-words.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
// The folder is inside the repository, so that `isoqr` resolves to this package and development packages are available.
mkdirSync(join(root, "build"), { recursive: true });
const folder = mkdtempSync(join(root, "build/snippets-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Snippet {
  readonly page: string;
  readonly where: string;
  readonly language: string;
  readonly mark: string;
  readonly code: string;
}

/** Examples that other tests run as printed: by page and test file, a text from each example. */
const testedElsewhere: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "docs/cli.md": { "test/cli/completions.test.ts": ["isoqr completions fish >"] },
  "docs/element.md": {
    "test/package/recipes.test.ts": ["<qr-code", "<QrCode", "renderToString"],
    "test/e2e/element.test.ts": ["new FormData(form)"],
  },
  "docs/library.md": { "test/package/recipes.test.ts": ['from "isoqr";'] },
  "docs/payloads.md": { "test/package/recipes.test.ts": ['from "isoqr/payload";'] },
  "docs/client.md": { "test/package/recipes.test.ts": ["createClient({"] },
  "docs/server.md": { "test/package/recipes.test.ts": ["createHandler"] },
  "docs/workers.md": { "test/package/recipes.test.ts": ["= createPool();"] },
  "docs/strict-csp.md": { "test/e2e/recipes.test.ts": ['import "isoqr/strict";', 'from "isoqr/worker?worker&url";'] },
  "README.md": {
    "test/e2e/sw-readme.test.ts": ["/register.js"],
    "test/package/offline.test.ts": ["npx --package=isoqr isoqr-offline public"],
  },
};

const photo = join(root, "test/logo/progressive.jpg");

/** The pages that this test covers. Other tests cover docs/deploy (test/deploy and test/runtimes) and docs/offline.md
 *  (the tests of the worker). */
const pages = ["README.md"].concat(
  ["docs", "docs/migrate"].flatMap((name) =>
    readdirSync(join(root, name))
      .filter((file) => file.endsWith(".md") && file !== "offline.md")
      .map((file) => `${name}/${file}`),
  ),
);
const snippets: readonly Snippet[] = pages.flatMap((page) =>
  lexer(read(page))
    .flatMap(codesIn)
    .map(({ text, lang = "" }, i) => {
      const [language = "", mark = ""] = lang.split(" ");
      return { page, where: `${page}, code ${i + 1}`, language, mark, code: text };
    }),
);
const marked = snippets.filter(({ mark }) => mark === "run");
const commands = snippets.flatMap(({ where, language, code }) =>
  language === "sh"
    ? commandsIn(code).map((words) => ({ where, words: words.filter((word) => word !== "--package=isoqr") }))
    : [],
);

test.each(marked.map((snippet) => [snippet.where, snippet] as const))(
  "the example %s runs as printed",
  (where, { code }) => {
    const cwd = mkdtempSync(join(folder, "program-"));
    const file = join(cwd, `${where.replace(/\W/g, "-")}.mjs`);
    writeFileSync(file, code);
    copyFileSync(photo, join(cwd, "photo.jpg"));
    expect(() => execFileSync(process.execPath, [file], { cwd, stdio: "pipe" })).not.toThrow();
  },
);

/** The commands that this test can run. It omits `serve`, which does not end, and isoqr-offline, which test/package
 *  runs. */
const called = commands.filter(
  ({ words: [program, name, first] }) => program === "npx" && name === "isoqr" && first !== "serve",
);

test.each(called.map(({ where, words }) => [`${where}: ${words.join(" ")}`, words] as const))(
  "the command runs without errors: %s",
  (_, words) => {
    const [, , ...rest] = words;
    const cwd = mkdtempSync(join(folder, "command-"));
    const isoqr = (...args: readonly string[]) =>
      execFileSync(process.execPath, [join(root, "dist/cli.js"), ...args], {
        cwd,
        input: "coffee+tea&cake\n",
        stdio: "pipe",
      });
    writeFileSync(join(cwd, "leaf.svg"), read("docs/logos/leaf.svg"));
    writeFileSync(join(cwd, "guests.csv"), "data\ntable 1\ntable 2\n");
    writeFileSync(join(cwd, "chairs.csv"), "data,caption\nhttps://example.com/1,Chair 1\n");
    copyFileSync(photo, join(cwd, "photo.jpg"));
    if (rest[0] === "decode") isoqr("https://example.com", "-o", rest[1] ?? "");
    expect(() => isoqr(...rest)).not.toThrow();
  },
);

test("the listed tests read the pages whose examples they use, and the pages contain them", () => {
  for (const [page, tests] of Object.entries(testedElsewhere)) {
    for (const [file, words] of Object.entries(tests)) {
      expect(read(file), `${file} does not read ${page}`).toContain(basename(page, ".md"));
      for (const word of words) expect(read(page), `${page} does not contain ${word}`).toContain(word);
    }
  }
});

test("every example is tested: it runs, the build of the guide sends its requests, or another test runs it", () => {
  const untested = snippets.filter(({ page, language, mark, code }) => {
    if (mark === "run" || mark === "before") return false;
    if (language === "json") return JSON.parse(code) === undefined;
    if (requestsIn(code, language).length > 0) return false;
    const words = Object.values(testedElsewhere[page] ?? {}).flat();
    if (words.some((word) => code.includes(word))) return false;
    // Continuation lines are indented.
    if (language === "sh") return !code.split("\n").every((line) => /^(?:(?:npx|npm|curl) |\s|#|$)/.test(line));
    return !["text", "css", ""].includes(language);
  });
  expect(untested.map(({ where }) => where)).toEqual([]);
  expect(marked.length).toBeGreaterThan(4);
});
