import { cpSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Adapts the built library, with and without SIMD, to the interface that peers.mjs describes. */

const root = fileURLToPath(new URL("../../", import.meta.url));

export const libraryUrl = pathToFileURL(`${root}dist/index.js`).href;

/** Returns the compiled bytes of the core: `simd` or `scalar`. */
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

/** A second copy of the library with the scalar core, because each copy chooses its core once. */
export async function withScalarCore() {
  const copy = `${root}build/bench-scalar`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(`${root}dist`, copy, { recursive: true });
  const library = await import(pathToFileURL(`${copy}/index.js`).href);
  library.useCompiledCore(new WebAssembly.Module(coreBytes("scalar")));
  return asPeer("isoqr, scalar", library);
}
