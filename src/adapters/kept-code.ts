import { once } from "../once.ts";
import { type ReadWasm, readResvg } from "./resvg.ts";

const compileResvg = once(async (readWasm: ReadWasm) => WebAssembly.compile(await readResvg(readWasm)));
const compileHarfBuzz = once(async (readWasm: ReadWasm) =>
  WebAssembly.compile(await readWasm("harfbuzzjs/dist/harfbuzz.wasm")),
);

/** Compiles the libraries that draw cards, and keeps the modules for as long as the process lives. V8 shares the code of
 *  equal modules between threads while one of them holds it: a thread that starts later need not compile, and runs what
 *  was optimized in the threads before it. The first card of a thread takes less than half of the time. Libraries that are
 *  not installed are skipped. */
export async function keepCompiled(readWasm: ReadWasm): Promise<void> {
  await Promise.allSettled([compileResvg(readWasm), compileHarfBuzz(readWasm)]);
}
