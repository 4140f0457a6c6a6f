import { expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { segments } from "../../src/core/data.ts";
import type { EcLevel } from "../../src/core/symbol.ts";
import { freeRoom, freeUrl } from "../../src/messages/picture-rules.ts";
import { layOutMessage } from "../../src/picture-code/blocks.ts";
import { type CodeRequest, chooseSymbol } from "../../src/picture-code/choose.ts";
import { createBasis, type Target } from "../../src/picture-code/solve.ts";
import { freeModules } from "../../src/scan/codewords.ts";
import { decoders, nuintun } from "../decoders/decoders.ts";
import { quirc } from "../decoders/quirc.ts";

const url = "https://example.com/hello";
const masks = [0, 1, 2, 3, 4, 5, 6, 7];
const request: CodeRequest = { data: url, ec: "M", version: 5, free: "padding", masks };

/** Returns a ring in the middle of a symbol, whose weights differ from module to module. */
function ring(version: number): Target {
  const side = 17 + 4 * version;
  const distance = (at: number) => Math.hypot((at % side) - side / 2, Math.floor(at / side) - side / 2) / side;
  const modules = Uint8Array.from({ length: side * side }, (_, at) => Number(Math.abs(distance(at) - 0.25) < 0.1));
  const weights = Float32Array.from({ length: side * side }, (_, at) => 1 + 3 * Math.exp(-9 * distance(at)));
  return { modules, weights };
}

/** Returns the pixels of a symbol, four per module and side, with a quiet zone. */
function draw({ side, modules }: { readonly side: number; readonly modules: Uint8Array }) {
  const width = 4 * (side + 8);
  const data = new Uint8ClampedArray(4 * width * width).fill(255);
  for (let y = 0; y < 4 * side; y++) {
    for (let x = 0; x < 4 * side; x++) {
      if (modules[(y >> 2) * side + (x >> 2)])
        data.fill(0, 4 * ((y + 16) * width + x + 16), 4 * ((y + 16) * width + x + 16) + 3);
    }
  }
  return { width, height: width, data };
}

const levels: readonly EcLevel[] = ["L", "M", "Q", "H"];

test.each(levels.flatMap((ec) => [2, 7, 10, 23].map((version) => [ec, version] as const)))(
  "decoders read the text of a symbol of level %s and version %i whose padding follows a picture",
  async (ec, version) => {
    const data = version === 2 ? "isoqr" : url;
    const symbol = chooseSymbol({ ...request, data, ec, version }, ring(version));
    expect(symbol).toMatchObject({ version, ec, text: data });
    for (const decoder of [...decoders, nuintun, quirc]) {
      expect(await decoder.read(draw(symbol)), decoder.name).toBe(data);
    }
  },
);

test.each(levels)("a symbol of level %s has no wrong codewords, regardless of its free bits", (ec) => {
  const symbol = chooseSymbol({ ...request, ec, version: 8 }, ring(8));
  const { blocks, checkWords } = symbol.message;
  const plain = encodeSymbol(url, { ec, version: 8, mask: symbol.mask });
  for (const block of blocks) {
    // The difference of two codewords is a codeword: the check words are those of the data bits that differ.
    const differs = Array.from(block.modules, (module) => Number(symbol.modules[module] !== plain.modules[module]));
    const checks = new Uint8Array(checkWords);
    const each = symbol.message.checksOf(block.words);
    for (let bit = 0; bit < 8 * block.words; bit++) {
      if (differs[bit])
        for (let i = 0; i < checkWords; i++) checks[i] = (checks[i] ?? 0) ^ (each[bit * checkWords + i] ?? 0);
    }
    const bits = Array.from(checks).flatMap((word) => Array.from({ length: 8 }, (_, i) => (word >> (7 - i)) & 1));
    expect(differs.slice(8 * block.words)).toEqual(bits);
  }
  const free = freeModules(8, symbol.side);
  expect(symbol.modules.filter((_, at) => !free[at])).toEqual(plain.modules.filter((_, at) => !free[at]));
});

test("every free bit buys a module: those of the greatest weight that are independent", () => {
  const message = layOutMessage(5, "L");
  const [block] = message.blocks;
  if (!block) throw new Error("there are no blocks");
  const free = Array.from({ length: 300 }, (_, at) => 8 * block.words - 300 + at);
  const { weights } = ring(5);
  const { order, rows, pivots } = createBasis(block, free, message.checksOf(block.words), weights);
  expect(pivots).toHaveLength(300);
  expect(pivots).toEqual(pivots.toSorted((one, other) => one - other));
  pivots.forEach((at, index) => {
    const having = rows.flatMap((row, i) => (((row[at >> 5] ?? 0) >>> (at & 31)) & 1 ? [i] : []));
    expect(having).toEqual([index]);
  });
  const sorted = Array.from(order, (bit) => weights[block.modules[bit] ?? 0] ?? 0);
  expect(sorted).toEqual(sorted.toSorted((one, other) => other - one));
});

test("a code shows much more of the picture than the plain code", () => {
  const target = ring(10);
  const share = ({ modules }: { readonly modules: Uint8Array }) => {
    const free = freeModules(10, 57);
    const all = modules.filter((_, at) => free[at]);
    return all.filter((value, at) => value === target.modules.filter((_, i) => free[i])[at]).length / all.length;
  };
  const symbol = chooseSymbol({ ...request, ec: "L", version: 10 }, target);
  expect(share(encodeSymbol(url, { ec: "L", version: 10 }))).toBeLessThan(0.56);
  expect(share(symbol)).toBeGreaterThan(0.85);
  expect(symbol.difference).toBeLessThan(0.12);
  expect(chooseSymbol({ ...request, ec: "L", version: 10 }, target).modules).toEqual(symbol.modules);
});

test.each([
  ["fragment", url, "#"],
  ["query", url, "?"],
  ["query", `${url}?a=1`, "&"],
] as const)("a %s after %s is encoded like any other text", (free, data, link) => {
  for (const [version, ec] of [
    [6, "Q"],
    [10, "L"],
  ] as const) {
    const symbol = chooseSymbol({ ...request, data, free, version, ec }, ring(version));
    expect(symbol.text.startsWith(data + link)).toBe(true);
    expect(symbol.text.slice(data.length + 1)).toMatch(/^[@-O]{10,}$/);
    const again = encodeSymbol(segments([{ mode: "byte", data: symbol.text }]), { version, ec, mask: symbol.mask });
    expect(symbol.modules).toEqual(again.modules);
    expect(new URL(symbol.text).pathname).toBe("/hello");
  }
});

test("rejects a suffix that would change the text or has no space", () => {
  const rejects = (data: string, version: number, rule: string) =>
    expect(() => chooseSymbol({ ...request, data, version, free: "fragment" }, ring(version))).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", field: "free", rule }),
    );
  rejects("just a text", 5, freeUrl);
  rejects(`${url}#top`, 5, freeUrl);
  rejects("https://example.com/abcdef", 2, freeRoom);
});
