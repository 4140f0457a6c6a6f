import { cpSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Adapts the built library to the interface that peers.mjs describes, once with the core for servers and once with the
 *  core for pages. */

const root = fileURLToPath(new URL("../../../", import.meta.url));

export const libraryUrl = pathToFileURL(`${root}dist/index-node.js`).href;

/** Returns the compiled bytes of a build of the core: `complete`, `scalar`, `encoder` or `image`. */
export function coreBytes(target) {
  return readFileSync(`${root}build/core-${target}.wasm`);
}

function asPeer(name, library) {
  return {
    name,
    matrix: (text, ec) => library.encode(text, { ec }),
    at: ({ side, modules }) => ({ side, isDark: (x, y) => modules[y * side + x] === 1 }),
    svg: (text, ec) => library.toSvg(text, { ec }),
    png: (size) => (text, ec) => library.toPng(text, { ec, size }),
  };
}

/** The built library itself. */
export const library = await import(libraryUrl);

export const ours = asPeer("isoqr", library);

/** The function that creates a service, with the core for servers. */
export const { createService } = await import(new URL("../../../dist/app.js", import.meta.url).href);

/** Resolves to a second copy of the library, with the core for pages. A copy is needed because the library chooses its
 *  core only once. */
export async function withPageCore() {
  const copy = `${root}build/bench-page`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(`${root}dist`, copy, { recursive: true });
  const library = await import(pathToFileURL(`${copy}/index.js`).href);
  return asPeer("isoqr, core for pages", library);
}
