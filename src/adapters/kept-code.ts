import { type ReadWasm, readResvg } from "./resvg.ts";

/** The libraries of cards, compiled; one of each is enough for a process. */
const kept = new Map<string, Promise<WebAssembly.Module>>();

/** Compiles the libraries that cards are drawn with and keeps them. V8 has one code for equal modules of all threads, as
 *  long as one thread holds it: those that start later need not compile, and run what was optimized in those before them.
 *  The first card of a thread takes less than half of the time. Libraries that are not installed are left out. */
export async function keepCompiled(readWasm: ReadWasm): Promise<void> {
  await Promise.allSettled([
    keep("resvg", () => readResvg(readWasm)),
    keep("harfbuzz", () => readWasm("harfbuzzjs/dist/harfbuzz.wasm")),
  ]);
}

function keep(name: string, read: () => Promise<BufferSource>): Promise<WebAssembly.Module> {
  const module = kept.get(name) ?? read().then((bytes) => WebAssembly.compile(bytes));
  kept.set(name, module);
  return module;
}
