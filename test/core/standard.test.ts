import { expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { peers } from "../lab/peers/encoders.ts";
import { readMessage } from "./segment-reader.ts";
import { readBlocks, readHeader } from "./symbol-reader.ts";

/** The worked example of ISO/IEC 18004, Annex I: "01234567" as version 1-M. */

const text = "01234567";

const codewords = {
  data: "10 20 0c 56 61 80 ec 11 ec 11 ec 11 ec 11 ec 11",
  check: "a5 24 d4 c1 ed 36 c7 87 2c 55",
};

/** The final symbol, with mask pattern 010. */
const picture = `
#######..#.##.#######
#.....#..####.#.....#
#.###.#.#.....#.###.#
#.###.#.##....#.###.#
#.###.#.#.###.#.###.#
#.....#.#...#.#.....#
#######.#.#.#.#######
........#..##........
#.#####..#..#.#####..
...#.#.##.#.#..#.##..
..#...##.#.#.#..#####
....#....#.....####..
...######..#.#..#....
........#.#####..##..
#######..##.#.##.....
#.....#.#.#####...#.#
#.###.#.#...#..#.##..
#.###.#.##..#..#.....
#.###.#.#.##.#..#.#..
#.....#........##.##.
#######.####.#..#.#..`;

const hex = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString("hex")
    .replace(/..(?=.)/g, "$& ");

function pictureOf(side: number, modules: Uint8Array): string {
  const cells = Array.from(modules, (dark) => (dark === 1 ? "#" : "."));
  return cells.reduce((art, cell, at) => art + (at % side === 0 ? "\n" : "") + cell, "");
}

test("encodes the data and check codewords from the standard for any mask", () => {
  for (const mask of [undefined, 0, 1, 2, 3, 4, 5, 6, 7]) {
    const symbol = encodeSymbol(text, { ec: "M", mask });
    expect(symbol.version).toBe(1);
    const [block] = readBlocks(symbol);
    expect({ data: hex(block?.data ?? new Uint8Array()), check: hex(block?.check ?? new Uint8Array()) }).toEqual(
      codewords,
    );
  }
});

test("draws the symbol from the standard", () => {
  const symbol = encodeSymbol(text, { ec: "M", mask: 2 });
  expect(pictureOf(symbol.side, symbol.modules)).toBe(picture);
  expect(readHeader(symbol)).toEqual({ version: 1, ec: "M", mask: 2 });
  expect(readMessage(symbol).segments).toEqual([{ mode: "numeric", text, count: 8 }]);
});

test.each(["qrcode", "uqr", "qr", "lean-qr"])("%s draws the same symbol", (name) => {
  const peer = peers.find((one) => one.name === name);
  const modules = peer?.draw({ text, mode: "numeric", version: 1, ec: "M", mask: 2 });
  expect(pictureOf(21, modules ?? new Uint8Array())).toBe(picture);
});
