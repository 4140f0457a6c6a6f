import { expect, test } from "vitest";
import { createExports } from "../../src/core/generated/javascript.js";
import { jobs } from "./jobs.ts";
import { type Core, createCore, loadCore } from "./load-core.ts";
import { createRandom, levels, masks, mixedText, versions } from "./texts.ts";

/** Checks that the JavaScript core returns the same results as the WebAssembly core for every call. */

function newCore(): Core {
  const exports = createExports();
  return createCore(exports, exports);
}

const wasm = loadCore("scalar");
const javascript = newCore();

/** Converts byte arrays to strings for JSON. Comparing strings is a hundred times faster than comparing arrays. */
const spelled = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value;

function expectSame(ask: (core: Core) => unknown, question: string): void {
  expect(JSON.stringify(ask(javascript), spelled), question).toBe(JSON.stringify(ask(wasm), spelled));
}

test("both cores return the same symbols, PNGs, SVGs and errors for random calls", () => {
  for (const job of jobs(5, 600)) expect(job(javascript)).toBe(job(wasm));
});

test("both cores draw the same symbols for every version, level and mask", () => {
  for (const version of versions) {
    for (const ec of levels) {
      const mask = masks[(version + levels.indexOf(ec)) % 8];
      expectSame((core) => core.encodeSymbol("Every one", { version, ec, mask }), `${version}-${ec}, mask ${mask}`);
      expectSame((core) => core.encodeSymbol("Every one", { version, ec }), `${version}-${ec}`);
    }
  }
}, 120_000);

test("both cores split any text into the same segments", () => {
  const random = createRandom(9);
  for (let round = 0; round < 200; round++) {
    const text = mixedText(random, 6, 20);
    expectSame((core) => core.segmentText(text, { boost: round % 2 === 0 }), text);
  }
});

test("both cores count the same codewords under any area", () => {
  const random = createRandom(10);
  for (const version of versions) {
    const side = 17 + 4 * version;
    const [left, top] = [random(side), random(side)];
    const area = { left, top, right: left + 1 + random(side - left), bottom: top + 1 + random(side - top) };
    for (const ec of levels) expectSame((core) => core.spoiledCodewords(version, ec, [area]), `${version}-${ec}`);
  }
});

test.each([2, 5, 16, 200, undefined])("both cores encode a picture of %s colours to the same bytes", (colours) => {
  const [width, height] = [311, 207];
  const palette = colours && Uint8Array.from({ length: 3 * colours }, (_, index) => (37 * index) & 255);
  const draw = (core: Core) => {
    const random = createRandom(11);
    const row = (into: Uint8Array) => {
      for (let x = 0; x < into.length; x++) into[x] = random(8) ? (into[x - 1] ?? 0) : random(colours ?? 256);
    };
    return core.encodePixels({ width, height, palette: palette || undefined, row });
  };
  expectSame(draw, `${colours}`);
  expect(draw(javascript).length).toBeGreaterThan(500);
});

test("cores do not share state", () => {
  const other = newCore();
  const before = javascript.encodeSymbol("one");
  other.encodePng("another", { version: 40 }, { size: 2048, margin: 0, color: "000000", bg: "ffffff" });
  expect(javascript.encodeSymbol("one")).toEqual(before);
  expect(other.encodeSymbol("one")).toEqual(before);
});
