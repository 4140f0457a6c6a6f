import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { coreBytes, libraryUrl } from "../ours.mjs";

/** Bytes of the wasm modules, and of the library and the client with all they import. */

function brotli(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(bytes, { params }).length;
}

/** The file and every file it imports statically, as one buffer. */
function bundleOf(path, seen = new Set()) {
  if (seen.has(path) || !existsSync(path)) return [];
  seen.add(path);
  const source = readFileSync(path, "utf8");
  const imported = [...source.matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)];
  return [Buffer.from(source), ...imported.flatMap(([, to]) => bundleOf(join(dirname(path), to), seen))];
}

export async function measureSize() {
  const library = Buffer.concat(bundleOf(fileURLToPath(libraryUrl)));
  const client = Buffer.concat(bundleOf(fileURLToPath(new URL("client.js", libraryUrl))));
  const parts = { simd: coreBytes("simd"), scalar: coreBytes("scalar"), "library, both cores inlined": library };
  const entry = (name, bytes) => ({ name, best: bytes, median: bytes });
  return [
    {
      id: "size raw",
      label: "size of the core, raw",
      unit: "bytes",
      results: Object.entries(parts).map(([name, bytes]) => entry(name, bytes.length)),
    },
    {
      id: "size brotli",
      label: "size of the core, brotli",
      unit: "bytes",
      results: Object.entries(parts).map(([name, bytes]) => entry(name, brotli(bytes))),
    },
    {
      id: "size client",
      label: "size of the client with all it imports",
      unit: "bytes",
      results: [entry("raw", client.length), entry("brotli", brotli(client))],
    },
  ];
}
