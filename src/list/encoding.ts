/** The supported encodings of lists, by their names in the Encoding Standard. */
export const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1256",
  "macintosh",
  "shift_jis",
  "gb18030",
] as const;

export type Encoding = (typeof encodings)[number];

/** Encodings that can be detected with certainty. The bytes of other encodings have no unique pattern. */
export const CERTAIN: readonly Encoding[] = ["utf-8", "utf-16le", "utf-16be"];

/** Number of bytes to examine for UTF-16 without a byte order mark. */
const SAMPLE = 4096;

/** Creates an object that detects the encoding of bytes, which it gets in parts. */
export function createEncodingDetector() {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  let first: Uint8Array = new Uint8Array();
  let last = 0;
  /** Numbers of bytes above 127, of those that follow another such byte, and of those that are implausible in Windows-1252. */
  let [high, joined, odd] = [0, 0, 0];
  const decode = (bytes?: Uint8Array) => {
    try {
      utf8.decode(bytes, { stream: bytes !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  return {
    push(bytes: Uint8Array): void {
      if (first.length < SAMPLE) first = Uint8Array.of(...first, ...bytes.subarray(0, SAMPLE - first.length));
      if (isUtf8) decode(bytes);
      for (const byte of bytes) {
        if (byte > 127) {
          high += 1;
          if (last > 127) joined += 1;
          if (isOdd(byte, last)) odd += 1;
        }
        last = byte;
      }
    },
    /** Returns the encoding, or undefined if it is unclear. Windows-1252 is a guess, for text that is not Unicode and looks
     *  like a language with Latin letters. */
    end(): Encoding | undefined {
      const marked = markOf(first);
      if (marked) return marked;
      if (isUtf8) decode();
      const wide = wideOf(first);
      if (wide) return wide;
      if (isUtf8) return "utf-8";
      return odd > 0 || joined * 2 > high ? undefined : "windows-1252";
    },
  };
}

/** Returns the encoding of a byte order mark. */
function markOf([a, b, c]: Uint8Array): Encoding | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return a === 0xfe && b === 0xff ? "utf-16be" : undefined;
}

/** Returns UTF-16 if zero bytes occur only in the upper half of code units, which no other encoding has. */
function wideOf(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, uneven = 0] = zeros;
  if (even + uneven === 0 || (even > 0 && uneven > 0)) return undefined;
  return even > 0 ? "utf-16be" : "utf-16le";
}

/** In Windows-1252, these bytes are capital letters or no letters at all. In other encodings, they are letters. */
const NO_ENDING = new Set([0x82, 0x83, 0x84, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8c, 0x8e, 0x95, 0x98, 0x9f]);
const UNDEFINED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Returns whether Windows-1252 does not define the byte, or whether the byte cannot follow a small letter. */
function isOdd(byte: number, last: number): boolean {
  return UNDEFINED.has(byte) || (last >= 0x61 && last <= 0x7a && NO_ENDING.has(byte));
}
