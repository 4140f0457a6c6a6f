import { createPool } from "./texts.mjs";

/** `node --expose-gc memory-child.mjs LIBRARY_URL ENCODES`: prints the memory of WebAssembly and of the process in KiB,
 *  before and after encoding that many strings. */

const memories = [];
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(Instance, args) {
    const instance = new Instance(...args);
    memories.push(instance.exports.memory);
    return instance;
  },
});

const [, , url, encodes] = process.argv;
const { encode, toPng, toSvg } = await import(url);

function useAll(text, settings) {
  encode(text, settings);
  toPng(text, { ...settings, size: 256 });
  toSvg(text, settings);
}

function usage() {
  globalThis.gc();
  const wasm = memories.reduce((total, memory) => total + memory.buffer.byteLength, 0);
  return [wasm / 1024, Math.round(process.memoryUsage.rss() / 1024)];
}

const { texts } = createPool("short");
for (let version = 1; version <= 40; version++) useAll(texts[0], { version });
for (let i = 0; i < 20_000; i++) encode(texts[i % texts.length]);

const before = usage();
for (let i = 0; i < Number(encodes); i++) {
  encode(texts[i % texts.length], i % 1000 === 0 ? { version: 1 + ((i / 1000) % 40) } : undefined);
}
for (let i = 0; i < Number(encodes) / 100; i++) useAll(texts[i % texts.length], {});
const after = usage();

console.log(JSON.stringify({ wasm: [before[0], after[0]], rss: [before[1], after[1]] }));
