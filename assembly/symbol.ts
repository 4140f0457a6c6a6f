import { finishBits, putBits, startBits } from "./bits";
import { DATA, interleave, padData } from "./codewords";
import { setSide } from "./matrix";
import { putSegments, splitSegments, useSegments } from "./segments";
import { MAX_VERSION, dataCodewords, sideOf } from "./tables";

/** Encodes bytes as the message of a symbol: data analysis, data encoding, error correction, final message. Placement,
 *  masking and format information follow in cached.ts or plain.ts. ISO/IEC 18004:2015, 7.1. */

/** Length of the ECI header for UTF-8 in bits: mode 0111 and the 8-bit designator 26. 7.4.2. */
const ECI_BITS = 12;

export let version: i32 = 0;
export let level: i32 = 0;
/** Total length of all segments in bits, including headers. */
export let usedBits: i32 = 0;

/** Returns the smallest version, at least `smallest`, that holds the text, or 0 if none does. Splits the text for
 *  that version. */
function chooseVersion(length: i32, segments: i32, smallest: i32, eci: bool): i32 {
  let range = 0;
  for (let v = smallest; v <= MAX_VERSION; v++) {
    const rangeNow = v < 10 ? 1 : v < 27 ? 2 : 3;
    if (rangeNow != range) {
      range = rangeNow;
      usedBits = (segments ? useSegments(segments, v) : splitSegments(length, v)) + (eci ? ECI_BITS : 0);
    }
    if (usedBits <= 8 * dataCodewords(v, level)) return v;
  }
  return 0;
}

function writeData(eci: bool): void {
  startBits(DATA);
  if (eci) putBits(0x71a, ECI_BITS);
  putSegments(version);
  // The terminator is four zero bits, or fewer if there is no space for them.
  putBits(0, min(4, 8 * dataCodewords(version, level) - usedBits));
  padData(finishBits(), version, level);
}

/** Encodes the `length` bytes at INPUT, divided into the first `segments` segments at SEGMENTS, and writes the
 *  codewords to MESSAGE. If `segments` is 0, splits them into the segments that take the fewest bits. Levels are 0 to 3
 *  for L, M, Q, H. Returns false if the text does not fit. */
export function encodeMessage(
  length: i32,
  segments: i32,
  wantedLevel: i32,
  smallestVersion: i32,
  boost: bool,
  eci: bool,
): bool {
  level = wantedLevel;
  version = chooseVersion(length, segments, smallestVersion, eci);
  if (!version) return false;
  while (boost && level < 3 && usedBits <= 8 * dataCodewords(version, level + 1)) level++;
  setSide(sideOf(version));
  writeData(eci);
  interleave(version, level);
  return true;
}
