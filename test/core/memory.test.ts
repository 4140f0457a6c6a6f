import { expect, test } from "vitest";
import { scalar, simd } from "#core";
import { loadCore } from "../../src/core/core.ts";
import { createRandom, randomText, versions } from "./texts.ts";

/** The memory of a WebAssembly instance grows only at the first use of a version. */

/** Compiles the module and returns its core with the memory of its instance. */
function watchedCore(hex: string) {
  const module = new WebAssembly.Module(Uint8Array.from(Buffer.from(hex, "hex")));
  const grown: WebAssembly.Memory[] = [];
  const Instance = WebAssembly.Instance;
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, [given, imports]) {
      const instance = new target(given, imports);
      if (instance.exports.memory instanceof WebAssembly.Memory) grown.push(instance.exports.memory);
      return instance;
    },
  });
  try {
    const core = loadCore(module);
    const [memory] = grown;
    if (memory === undefined) throw new Error("the core exports no memory");
    return { core, memory };
  } finally {
    WebAssembly.Instance = Instance;
  }
}

test.each([
  ["simd", simd, 200_000],
  ["scalar", scalar, 50_000],
])("%s: memory does not grow after many encodes", (_, bytes, rounds) => {
  const { core, memory } = watchedCore(bytes);
  for (const version of versions) {
    const frame = { size: 512, margin: 4, color: "000000", bg: "ffffff" };
    core.encodePng("warm", { version }, frame);
    core.encodeOutline("warm", { version }, frame.margin);
    core.encodeSymbol("warm", { version });
  }
  const settled = memory.buffer.byteLength;
  expect(settled).toBeLessThanOrEqual(16 * 1024 * 1024);

  const random = createRandom(6);
  const texts = Array.from({ length: 64 }, () => randomText(random, "abcXYZ0123", 10 + random(60)));
  for (let round = 0; round < rounds; round++) {
    const text = texts[round % texts.length] ?? "";
    core.encodeSymbol(text, { version: round % 500 === 0 ? 1 + (round % 40) : 1 });
  }
  expect(memory.buffer.byteLength).toBe(settled);
});
