import { cpSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The built library in the shape of a peer, once with SIMD and once without. */

const root = fileURLToPath(new URL("../../", import.meta.url));

export const libraryUrl = pathToFileURL(`${root}dist/index.js`).href;

/** The compiled bytes of the core: `simd` or `scalar`. */
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

/** A second copy of the library, since a core is chosen once for each: this one has the scalar core. */
export async function withScalarCore() {
  const copy = `${root}build/bench-scalar`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(`${root}dist`, copy, { recursive: true });
  const library = await import(pathToFileURL(`${copy}/index.js`).href);
  library.useCompiledCore(new WebAssembly.Module(coreBytes("scalar")));
  return asPeer("isoqr, scalar", library);
}
