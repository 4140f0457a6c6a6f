import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Plugin, runnerImport } from "vite";
import type { LanguageFile, Texts } from "../src/languages/language.ts";

const FILE =
  /^(.*\/src\/languages\/(?!en(?:-playground)?\.ts|language\.ts|payload-labels\.ts)[\w-]+\.ts)(\?playground)?$/;
const KEYS = "\0language-keys:";

/** The texts in the bundle of the playground, and in all others. */
const PARTS = {
  playground: ["labels", "playground", "invitations", "rules"],
  other: ["labels", "invitations", "sharePage", "errorPage"],
} as const;

/** Reduces the files of languages to the texts that a bundle uses. The playground loads one file, with the query
 *  "?playground", and gets no texts of share pages. All other bundles contain all files, without the texts of the
 *  playground. The ids of the texts become a module that all files share. */
export const shortLanguages: Plugin = {
  name: "short-languages",
  apply: "build",
  enforce: "pre",
  resolveId: (id) => (id.startsWith(KEYS) ? id : undefined),
  async load(id) {
    if (id.startsWith(KEYS)) {
      const [path = "", use = ""] = id.slice(KEYS.length).split("?");
      const keys = Object.entries(partsOf(await readLanguage(path), use)).map(([name, part]) => [
        name,
        Object.keys(part),
      ]);
      const join = "(keys, values) => Object.fromEntries(keys.map((key, at) => [key, values[at]]))";
      return moduleOf({ keys: Object.fromEntries(keys) }, { join });
    }
    const [, path, query] = FILE.exec(id) ?? [];
    if (path === undefined) return undefined;
    const use = query ? "playground" : "other";
    // All files have the same keys. A test checks this.
    const keysOf = join(
      dirname(path),
      readdirSync(dirname(path)).find((name) => FILE.test(join(dirname(path), name))) ?? "",
    );
    const first = partsOf(await readLanguage(keysOf), use);
    const parts = partsOf(await readLanguage(path), use);
    const values = Object.entries(first).map(([name, part]) => {
      const texts = Object.keys(part).map((key) => parts[name]?.[key]);
      return [name, `/* @__PURE__ */ join(keys.${name}, ${JSON.stringify(texts)})`] as const;
    });
    const { code, moduleType } = moduleOf({}, Object.fromEntries(values));
    return { code: `import { join, keys } from ${JSON.stringify(`${KEYS}${keysOf}?${use}`)};${code}`, moduleType };
  },
};

function partsOf(file: LanguageFile, use: string): Readonly<Record<string, Texts>> {
  return Object.fromEntries(PARTS[use === "playground" ? use : "other"].map((name) => [name, file[name]]));
}

async function readLanguage(path: string): Promise<LanguageFile> {
  return (await runnerImport<LanguageFile>(path, { configFile: false })).module;
}

/** Returns the code of a module that exports `values` as constants, and the results of `expressions`. */
function moduleOf(values: Readonly<Record<string, unknown>>, expressions: Readonly<Record<string, string>> = {}) {
  const written = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)] as const);
  const lines = [...written, ...Object.entries(expressions)].map(([name, code]) => `export const ${name} = ${code};`);
  return { code: lines.join("\n"), moduleType: "js" };
}
