import { expect, test } from "vitest";
import { type Build, loadCore } from "./load-core.ts";
import { createRandom, randomText, versions } from "./texts.ts";

/** The memory of a WebAssembly instance grows only at the first use of a version, and for the first picture that is wider than
 *  2048 pixels. */

/** Returns the core with the memories of its instances. */
function watchedCore(build: Build) {
  const memories: WebAssembly.Memory[] = [];
  const Instance = WebAssembly.Instance;
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, [given, imports]) {
      const instance = new target(given, imports);
      if (instance.exports.memory instanceof WebAssembly.Memory) memories.push(instance.exports.memory);
      return instance;
    },
  });
  try {
    return { core: loadCore(build), bytes: () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0) };
  } finally {
    WebAssembly.Instance = Instance;
  }
}

test.each([
  ["complete", 200_000],
  ["scalar", 50_000],
  ["parts", 50_000],
] as const)("%s: memory does not grow after many encodes", (build, rounds) => {
  const { core, bytes } = watchedCore(build);
  for (const version of versions) {
    const frame = { size: 512, margin: 4, color: "000000", bg: "ffffff" };
    core.encodePng("warm", { version }, frame);
    core.encodeOutline("warm", { version }, frame.margin);
    core.encodeSymbol("warm", { version });
  }
  const settled = bytes();
  expect(settled).toBeGreaterThan(0);
  expect(settled).toBeLessThanOrEqual(16 * 1024 * 1024);

  const random = createRandom(6);
  const texts = Array.from({ length: 64 }, () => randomText(random, "abcXYZ0123", 10 + random(60)));
  for (let round = 0; round < rounds; round++) {
    const text = texts[round % texts.length] ?? "";
    core.encodeSymbol(text, { version: round % 500 === 0 ? 1 + (round % 40) : 1 });
  }
  expect(bytes()).toBe(settled);
});

test.each(["complete", "scalar", "parts"] as const)("%s: memory grows once for wide pictures", (build) => {
  const { core, bytes } = watchedCore(build);
  const draw = (size: number) => core.encodePng("wide", {}, { size, margin: 4, color: "000000", bg: "ffffff" });
  const fill = (width: number) =>
    core.encodePixels({ width, height: 2, channels: 4, row: (into, y) => into.fill(width + y) });
  draw(2048);
  fill(2048);
  const narrow = bytes();
  draw(2049);
  fill(2049);
  const wide = bytes();
  expect(wide - narrow).toBeLessThan(7 * 1024 * 1024);
  for (const size of [2050, 4096, 10_000, 16_384]) {
    draw(size);
    fill(size);
  }
  expect(bytes()).toBe(wide);
});
