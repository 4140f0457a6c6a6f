import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { drawLeanQr, eciBytes, peers, qrcode } from "../lab/peers/encoders.ts";
import type { PinnedRequest, TextMode } from "../lab/peers/pinned.ts";
import { isFull, rounds } from "../sweep.ts";
import { readMessage } from "./segment-reader.ts";
import { fewestBits } from "./segment-rule.ts";
import { capacity, type SegmentMode } from "./tables.ts";
import {
  alphanumerics,
  byteOnly,
  createRandom,
  digits,
  levels,
  masks,
  mixedText,
  pick,
  randomText,
  versions,
} from "./texts.ts";

/** Tests that other encoders draw the same modules with the same version, level and mask. */

const alphabets: readonly [SegmentMode, string][] = [
  ["numeric", digits],
  ["alphanumeric", alphanumerics.slice(10)],
  ["byte", byteOnly],
];

function expectSameAsPeers(request: PinnedRequest): void {
  const { text, version, ec, mask, mode } = request;
  const symbol = encodeSymbol(text, { version, ec, mask });
  expect(symbol).toMatchObject({ version, ec, mask, side: 17 + 4 * version });
  for (const peer of peers.filter((one) => one.canDraw(request))) {
    const same = Buffer.compare(symbol.modules, peer.draw(request)) === 0;
    expect(same, `${peer.name}, ${version}-${ec}, mask ${mask}, ${mode}: ${text}`).toBe(true);
  }
}

/** Returns a random mode, and a string in this mode that fills at least three quarters of `version`. */
function fittingText(random: (below: number) => number, version: number, ec: PinnedRequest["ec"]) {
  const [mode, alphabet] = pick(random, alphabets);
  const most = capacity(mode, version, ec);
  return { mode, text: randomText(random, alphabet, most - random(Math.ceil(most / 4))) };
}

describe.each(versions)("version %i", (version) => {
  // Each level has two of the masks, so that each version has all eight.
  test.each(levels)("draws the same modules as other encoders at %s", (ec) => {
    const random = createRandom(version * 4 + levels.indexOf(ec));
    const { mode, text } = fittingText(random, version, ec);
    const own = masks.filter((mask) => isFull || mask % levels.length === levels.indexOf(ec));
    for (const mask of own) expectSameAsPeers({ text, mode, version, ec, mask });
  });
});

test("draws the same modules as other encoders for many mostly short strings in one mode", () => {
  const random = createRandom(2024);
  for (let round = 0; round < rounds(2000); round++) {
    const ec = pick(random, levels);
    const version = 1 + (round % 20 === 0 ? random(40) : random(8));
    const [mode, alphabet] = pick(random, alphabets);
    const text = randomText(random, alphabet, 1 + random(capacity(mode, version, ec)));
    expectSameAsPeers({ text, mode, version, ec, mask: random(8) });
  }
});

test("draws the same modules as other encoders for UTF-8 beyond ASCII", () => {
  const random = createRandom(5);
  for (let round = 0; round < rounds(300); round++) {
    const text = randomText(random, "aäß€漢🙂אф", 1 + random(60));
    const mode: TextMode = "byte";
    expectSameAsPeers({ text, mode, version: 12, ec: pick(random, levels), mask: random(8) });
  }
});

test("draws the same modules as npm qrcode for mixed strings that both split in the same way", () => {
  const random = createRandom(99);
  let sameSplit = 0;
  const count = rounds(1500);
  for (let round = 0; round < count; round++) {
    const text = mixedText(random, 6, 14);
    const request = { text, mode: "mixed", version: pick(random, [9, 15, 27]), ec: "M" } as const;
    const pinned = { ...request, mask: random(8) };
    const symbol = encodeSymbol(text, pinned);
    const theirs = { side: symbol.side, modules: qrcode.draw(pinned) };
    if (Buffer.compare(symbol.modules, theirs.modules) === 0) {
      sameSplit++;
      continue;
    }
    // Modules may differ only if there are two equally short splits, or if the peer's split is longer.
    const [mine, other] = [readMessage(symbol), readMessage(theirs)];
    expect(mine.segments, text).not.toEqual(other.segments);
    expect(mine.bits, text).toBe(fewestBits(text, symbol.version));
    expect(mine.bits, text).toBeLessThanOrEqual(other.bits);
    expect(mine.text).toBe(text);
  }
  expect(sameSplit).toBeGreaterThan(count / 2);
});

test("writes the same ECI 26 header as lean-qr", () => {
  const random = createRandom(26);
  for (let round = 0; round < 200; round++) {
    const text = randomText(random, "aäß€漢🙂ф", 1 + random(50));
    const version = pick(random, [11, 20, 30]);
    const request = { text, version, ec: pick(random, levels), mask: random(8) };
    const symbol = encodeSymbol(text, { ...request, eci: true });
    const theirs = drawLeanQr({ ...request, mode: "byte" }, eciBytes(text));
    expect(Buffer.compare(symbol.modules, theirs), text).toBe(0);
  }
});
