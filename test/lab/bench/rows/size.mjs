import { brotliCompressSync, constants } from "node:zlib";
import { coreBytes } from "../ours.mjs";

/** Measures the wasm modules in bytes. `npm run sizes` measures the bundles. */
export async function measureSize() {
  const cores = ["complete", "encoder", "image"].map((name) => [name, coreBytes(name)]);
  const row = (id, label, length) => ({
    id,
    label,
    unit: "bytes",
    results: cores.map(([name, bytes]) => ({ name, best: length(bytes), median: length(bytes) })),
  });
  return [
    row("size raw", "size of the core, raw", (bytes) => bytes.length),
    row("size brotli", "size of the core, brotli", (bytes) => brotli(bytes).length),
  ];
}

function brotli(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(bytes, { params });
}
