import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Plugin, runnerImport } from "vite";
import type { LanguageFile } from "../src/languages/language.ts";

const FILE = /^(.*\/src\/languages\/(?!language\.ts)[\w-]+\.ts)(\?playground)?$/;
const KEYS = "\0language-keys:";

/** Reduces the files of languages to the texts that a bundle uses. The playground loads one file, with the query
 *  "?playground", and gets no texts of share pages. All other bundles contain all files, without the texts of the
 *  playground. Their English texts, which are the keys, become a module that all files share. */
export const shortLanguages: Plugin = {
  name: "short-languages",
  apply: "build",
  enforce: "pre",
  resolveId: (id) => (id.startsWith(KEYS) ? id : undefined),
  async load(id) {
    if (id.startsWith(KEYS)) {
      const { labels, sharePage } = await readLanguage(id.slice(KEYS.length));
      const join = "(keys, values) => Object.fromEntries(keys.map((key, at) => [key, values[at]]))";
      return moduleOf({ labelKeys: Object.keys(labels), sharePageKeys: Object.keys(sharePage) }, { join });
    }
    const [, path, query] = FILE.exec(id) ?? [];
    if (path === undefined) return undefined;
    const { labels, playground, sharePage } = await readLanguage(path);
    if (query) return moduleOf({ labels, playground });
    // All files have the same keys. A test checks this.
    const keysOf = join(dirname(path), readdirSync(dirname(path)).find((name) => name !== "language.ts") ?? "");
    const first = await readLanguage(keysOf);
    const labelValues = Object.keys(first.labels).map((key) => labels[key]);
    const sharePageValues = Object.keys(first.sharePage).map((key) => sharePage[key]);
    const { code, moduleType } = moduleOf(
      {},
      {
        labels: `join(labelKeys, ${JSON.stringify(labelValues)})`,
        sharePage: `join(sharePageKeys, ${JSON.stringify(sharePageValues)})`,
      },
    );
    return {
      code: `import { join, labelKeys, sharePageKeys } from ${JSON.stringify(KEYS + keysOf)};${code}`,
      moduleType,
    };
  },
};

async function readLanguage(path: string): Promise<LanguageFile> {
  return (await runnerImport<LanguageFile>(path, { configFile: false })).module;
}

/** Returns the code of a module that exports `values` as constants, and the results of `expressions`. */
function moduleOf(values: Readonly<Record<string, unknown>>, expressions: Readonly<Record<string, string>> = {}) {
  const written = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)] as const);
  const lines = [...written, ...Object.entries(expressions)].map(([name, code]) => `export const ${name} = ${code};`);
  return { code: lines.join("\n"), moduleType: "js" };
}
