import QRCode from "qrcode";
import levelTable from "qrcode/lib/core/error-correction-level.js";
import mode from "qrcode/lib/core/mode.js";
import versionTable from "qrcode/lib/core/version.js";
import { encode as encodeUqr } from "uqr";
import { describe, expect, test } from "vitest";
import { peers, qrcode } from "../lab/peers/encoders.ts";
import type { TextMode } from "../lab/peers/pinned.ts";
import { rounds, sample } from "../sweep.ts";
import { bestMask, penaltyOf } from "./mask-rule.ts";
import { readMessage } from "./segment-reader.ts";
import { fewestBits } from "./segment-rule.ts";
import { readHeader } from "./symbol-reader.ts";
import { capacity, segmentBits } from "./tables.ts";
import {
  alphanumerics,
  byteOnly,
  createRandom,
  digits,
  levels,
  mixedText,
  pick,
  randomText,
  versions,
} from "./texts.ts";

/** Checks this folder's readers and rules against other implementations. */

const alphabets: [TextMode, string][] = [
  ["numeric", digits],
  ["alphanumeric", alphanumerics.slice(10)],
  ["byte", byteOnly],
];

describe("the symbol reader", () => {
  test.each(versions)("reads symbols from other encoders at version %i", (version) => {
    const random = createRandom(version);
    // Neighbouring versions have different levels.
    const tested = sample(levels, 2, version);
    for (const ec of levels) {
      const [textMode, alphabet] = pick(random, alphabets);
      const length = 1 + random(capacity(textMode === "mixed" ? "byte" : textMode, version, ec));
      const text = randomText(random, alphabet, length);
      const request = { text, mode: textMode, version, ec, mask: random(8) };
      if (!tested.includes(ec)) continue;
      for (const peer of peers.filter((one) => one.canDraw(request))) {
        const grid = { side: 17 + 4 * version, modules: peer.draw(request) };
        expect(readHeader(grid), peer.name).toEqual({ version, ec, mask: request.mask });
        expect(readMessage(grid).text, peer.name).toBe(text);
      }
    }
  });

  test("rejects a symbol with one inverted module", () => {
    const request = { text: "one", mode: "byte", version: 2, ec: "M", mask: 1 } as const;
    const modules = qrcode.draw(request);
    const dataModule = 12 * 25 + 12;
    modules[dataModule] = 1 - (modules[dataModule] ?? 0);
    expect(() => readMessage({ side: 25, modules })).toThrow("the block is not a codeword");
  });
});

describe("the mask rule", () => {
  test("chooses the same masks as uqr, which uses Nayuki's rule", () => {
    const random = createRandom(7);
    for (const version of [1, 2, 3, 5, 7, 10, 14, 21]) {
      const text = randomText(random, byteOnly, capacity("byte", version, "M") - random(6));
      const draw = (maskPattern: number) => {
        const symbol = encodeUqr(text, {
          ecc: "M",
          maskPattern,
          minVersion: version,
          maxVersion: version,
          border: 0,
        });
        return { side: symbol.size, modules: Uint8Array.from(symbol.data.flat(), Number) };
      };
      const chosen = encodeUqr(text, { ecc: "M", minVersion: version, border: 0 });
      expect(bestMask(draw), text).toBe(chosen.maskPattern);
    }
  });

  test("returns the same penalties as a calculation by hand", () => {
    const grid = (rows: readonly string[]) => ({
      side: rows.length,
      modules: Uint8Array.from(rows.join(""), Number),
    });
    // Ten runs of five cost 10 * 3, and 16 blocks cost 16 * 3. An all-light symbol is ten steps of 5% away from half.
    // The last step does not count, so N4 is 9 * 10.
    expect(penaltyOf(grid(Array(5).fill("00000")))).toEqual({
      runs: 30,
      blocks: 48,
      finders: 0,
      scaledFinders: 0,
      balance: 90,
    });
    // A finder pattern in the middle row. It has quiet zone before and after it, so it counts twice: 2 * 40.
    const striped = Array(7).fill("0000000");
    striped[3] = "1011101";
    expect(penaltyOf(grid(striped)).finders).toBe(80);
    // The same pattern at twice the scale, with four light units on the left and one on the right.
    const scaled = Array(30).fill("0".repeat(30));
    scaled[15] = `${"1100111111001100".padStart(28, "0")}11`;
    expect(penaltyOf(grid(scaled))).toMatchObject({ finders: 0, scaledFinders: 40 });
  });
});

describe("the split rule", () => {
  test("computes the same minimum number of bits as npm qrcode", () => {
    const random = createRandom(11);
    for (let round = 0; round < rounds(400); round++) {
      const text = mixedText(random, 6, 12);
      const version = pick(random, [9, 26, 40]);
      const symbol = QRCode.create(text, { version, errorCorrectionLevel: "L" });
      const grid = { side: symbol.modules.size, modules: Uint8Array.from(symbol.modules.data, Number) };
      expect(readMessage(grid).bits, text).toBe(fewestBits(text, version));
    }
  });

  test("counts the bits of a segment according to the standard", () => {
    expect(fewestBits("01234567", 1)).toBe(4 + 10 + 27);
    expect(fewestBits("AC-42", 1)).toBe(4 + 9 + 28);
    expect(fewestBits("ab", 10)).toBe(segmentBits("byte", 2, 10));
  });
});

test("has the same capacities as npm qrcode", () => {
  for (const version of versions) {
    for (const ec of levels) {
      const theirs = (kind: object) => versionTable.getCapacity(version, levelTable[ec], kind);
      expect(capacity("numeric", version, ec)).toBe(theirs(mode.NUMERIC));
      expect(capacity("alphanumeric", version, ec)).toBe(theirs(mode.ALPHANUMERIC));
      expect(capacity("byte", version, ec)).toBe(theirs(mode.BYTE));
    }
  }
});
