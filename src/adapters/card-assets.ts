import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { CardAssets } from "../ports.ts";

/** Fonts and emoji from the npm packages @fontsource-variable/*, @fontsource/* and @twemoji/svg, as far as they are
 *  installed where `from` finds its packages. */
export function createCardAssets(from: string | URL): CardAssets {
  const require = createRequire(from);

  /** The folder of a package; undefined when it is not installed. */
  function folderOf(name: string): string | undefined {
    try {
      return dirname(require.resolve(`${name}/package.json`));
    } catch {
      return undefined;
    }
  }

  const folders = new Map<string, { folder: string; variant: string } | undefined>();
  function familyFolder(family: string) {
    if (!folders.has(family)) {
      const variable = folderOf(`@fontsource-variable/${family}`);
      const fixed = variable ?? folderOf(`@fontsource/${family}`);
      folders.set(family, fixed ? { folder: fixed, variant: variable ? "wght-normal" : "400-normal" } : undefined);
    }
    return folders.get(family);
  }

  const emojiFolder = folderOf("@twemoji/svg");

  return {
    async fontParts(family) {
      const found = familyFolder(family);
      return found ? JSON.parse(await readFile(join(found.folder, "unicode.json"), "utf8")) : {};
    },
    async font(family, part) {
      const found = familyFolder(family);
      if (!found) throw new Error(`the font ${family} is not installed`);
      // The parts without a name of their own are "[0]", "[1]" in the list and 0, 1 in the files' names.
      const file = `${family}-${part.replace(/[[\]]/g, "")}-${found.variant}.woff2`;
      const { default: decompress } = await import("woff2-encoder/decompress");
      return decompress(await readFile(join(found.folder, "files", file)));
    },
    async emoji(name) {
      if (!emojiFolder) return undefined;
      try {
        return await readFile(join(emojiFolder, `${name}.svg`), "utf8");
      } catch {
        return undefined;
      }
    },
  };
}
