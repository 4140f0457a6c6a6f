import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns a plugin that adds the names of all packages in a bundle to `names`. */
export function collectPackages(names) {
  return {
    name: "collect-packages",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.moduleIds ?? []) {
          const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
          if (name) names.add(name);
        }
      }
    },
  };
}

/** A reference to the text of the Apache License, which is long. For folders that also contain the service worker,
 *  whose list of licenses includes the text. */
export const APACHE_ELSEWHERE =
  "The terms are those of the Apache License, Version 2.0, whose text is in licenses.md in the service worker's folder isoqr-*.";

/** Writes the licenses of the packages in `names` to `file`, in Vite's format. Terms that several packages share are
 *  written only once. `apache` replaces the terms of the Apache License.
 *  @throws {Error} if a package has no license file, because the text must ship with the code. */
export function writeLicenses(file, names, apache) {
  const written = new Map();
  const sections = [...names].sort().map((name) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    // Markdown would show indented paragraphs as code.
    const text = textOf(folder, name)
      .trim()
      .replace(/^[ \t]+/gm, "");
    const [terms] = TERMS.exec(text) ?? [];
    const key = terms?.replace(/\s+/g, " ").toLowerCase();
    const first = written.get(key);
    if (key && !first) written.set(key, name);
    const elsewhere = /^\s*Apache/.test(terms ?? "") ? apache : undefined;
    const other = elsewhere ?? (first && `The terms are the same as for ${first}, above.`);
    const shown = other ? text.replace(terms, () => other) : text;
    return `## ${name} - ${version} (${license})\n\n${shown}\n`;
  });
  const head = "# Licenses\n\nThe files in this folder contain code of these packages:\n";
  writeFileSync(file, [head, ...sections].join("\n"));
}

/** The terms of the Apache and MIT licenses without the copyright line of the package. */
const TERMS =
  /^\s*Apache License[\s\S]*END OF TERMS AND CONDITIONS|Permission is hereby granted, free of charge[\s\S]*DEALINGS\s+IN\s+THE\s+SOFTWARE\.?/i;

/** The notices of packages without a license file. Section 3.2 of MPL-2.0 requires a notice and a link to the source,
 *  but not the full text. The Unlicense requires no notice. */
const NOTICES = {
  postgres: "The Unlicense, https://unlicense.org",
  "@resvg/resvg-wasm":
    "Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/\nSource code: https://github.com/thx/resvg-js and https://github.com/linebender/resvg",
};

function textOf(folder, name) {
  const file = readdirSync(folder).find((one) => /^(?:un)?licen[cs]e(?:\.\w+)?$/i.test(one));
  if (file) return readFileSync(join(folder, file), "utf8");
  if (Object.hasOwn(NOTICES, name)) return NOTICES[name];
  throw new Error(`${name} has no license file in ${folder}: add its notice to scripts/licenses.mjs`);
}
