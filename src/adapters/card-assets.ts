import { packageMissing, QrError } from "../errors.ts";
import type { CardAssets } from "../ports.ts";

/** Resolves to the content of a file inside an installed package.
 *  @throws {QrError} NOT_SUPPORTED if there is no such file. */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/** Decompresses a WOFF2 font, and resolves to its OpenType data. */
export type Unpack = (woff2: Uint8Array) => Promise<Uint8Array>;

/** Returns an object that reads fonts and emoji from the npm packages @fontsource-variable/*, @fontsource/* and
 *  @twemoji/svg, if they are installed. */
export function createCardAssets(readFile: ReadFile, loadUnpack: () => Promise<Unpack> = loadWoff2): CardAssets {
  return {
    async fontParts(family) {
      const list = await first(variantsOf(family).map(({ folder }) => `${folder}/unicode.json`));
      return list ? JSON.parse(textOf(list)) : {};
    },
    async font(family, part) {
      // In unicode.json, a subset without a name has a key such as "[0]", and its file name has "0".
      const name = part.replace(/[[\]]/g, "");
      const paths = variantsOf(family).map(({ folder, style }) => `${folder}/files/${family}-${name}-${style}.woff2`);
      const file = await first(paths);
      if (file) return (await loadUnpack())(file);
      throw packageMissing(`@fontsource-variable/${family}`);
    },
    async emoji(name) {
      const file = await first([`@twemoji/svg/${name}.svg`]);
      return file && textOf(file);
    },
  };

  /** Resolves to the content of the first file that exists, or to undefined if none exists. */
  async function first(paths: readonly string[]): Promise<Uint8Array | undefined> {
    for (const path of paths) {
      try {
        return await readFile(path);
      } catch (error) {
        // Skips only missing files, because a temporary failure must not make the card use another font.
        if (!(error instanceof QrError && error.code === "NOT_SUPPORTED")) throw error;
      }
    }
    return undefined;
  }
}

/** Returns the packages that may contain a family: one with a variable font, and one with a file per weight. */
function variantsOf(family: string): readonly { readonly folder: string; readonly style: string }[] {
  return [
    { folder: `@fontsource-variable/${family}`, style: "wght-normal" },
    { folder: `@fontsource/${family}`, style: "400-normal" },
  ];
}

/** Imports the decoder for WOFF2. Rejects with QrError NOT_SUPPORTED if the optional package is not installed. */
export async function loadWoff2(): Promise<Unpack> {
  try {
    return (await import("woff2-encoder/decompress")).default;
  } catch (cause) {
    throw packageMissing("woff2-encoder", cause);
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
