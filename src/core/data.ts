import { dataMissing, QrError } from "../errors.ts";
import type { Rule, Values } from "../messages/message.ts";
import { LONE_SURROGATE, textEncoder } from "../text/bytes.ts";

/** A part of the data and the mode to encode it in:
 *  - "numeric": digits
 *  - "alphanumeric": digits, capital letters, spaces and $%*+-./:
 *  - "kanji": characters that take two bytes in Shift JIS
 *  - "byte": bytes, or a string, which is encoded as UTF-8 */
export type Segment =
  | { readonly mode: "numeric" | "alphanumeric" | "kanji"; readonly data: string }
  | { readonly mode: "byte"; readonly data: string | Uint8Array };

/** The property of `Segments` with their content, which the core reads without further checks. Only `segments` creates it,
 *  because JSON cannot contain a symbol. It is the same in all copies of the library. */
export const SEGMENTS: unique symbol = /* @__PURE__ */ Symbol.for("isoqr.segments");

/** The result of {@link segments}: pass it to a function instead of a string. */
export interface Segments {
  readonly [SEGMENTS]: readonly [
    /** The data of all segments, concatenated. In kanji mode, a character is two bytes of Shift JIS; all other text is
     *  UTF-8. Padded with zeros to the number of bytes that the segments take with their headers, which is the length that
     *  DATA_TOO_LONG reports. */
    bytes: Uint8Array,
    /** Two numbers per segment: the index of its mode in MODES, and its length in characters or, in byte mode, in bytes. */
    parts: readonly number[],
  ];
}

/** The content of a code. Strings and bytes are split into the segments that take the fewest bits. */
export type QrData = string | Uint8Array | Segments;

/** The modes, indexed by the core's mode numbers. Each entry has the mode's name, a pattern that matches a character it
 *  cannot encode, the rule for its data in error messages, the bits of a segment header in versions 27 to 40, and the bits
 *  per character. */
const MODES = [
  ["numeric", /\D/, "digits", 18, 10 / 3],
  ["alphanumeric", /[^\dA-Z $%*+./:-]/, "digits, capital letters, spaces and $%*+-./:", 17, 11 / 2],
  ["byte", LONE_SURROGATE, "a string without lone surrogates, or a Uint8Array", 20, 8],
  ["kanji", undefined, "characters that take two bytes in Shift JIS", 16, 13],
] as const;
export const SEGMENT_LIST = 'segments must be an array, such as [{ mode: "numeric", data: "123" }]';
export const SEGMENT_MODE = "segments[{index}].mode must be numeric, alphanumeric, byte or kanji";
const SEGMENT_DATA = "segments[{index}].data must be {content}{refused}";
export const SEGMENT_EMPTY = "segments[{index}].data must not be empty";
export const KANJI_UNSUPPORTED = "kanji mode needs a runtime whose TextDecoder supports shift_jis: use byte mode";

const BYTE = 2;
const KANJI = 3;

/** Returns `list` as data for the other functions, which then encode each segment in its mode. ISO/IEC 18004:2015, 7.4.
 *  @example const svg = toSvg(segments([{ mode: "kanji", data: "漢字" }, { mode: "numeric", data: "0123" }]));
 *  @throws {QrError} DATA_MISSING if `list` is empty, INVALID_OPTION for an invalid segment, or NOT_SUPPORTED for kanji
 *  if the runtime cannot decode Shift JIS. */
export function segments(list: readonly Segment[]): Segments {
  if (!Array.isArray(list)) throw invalidData(SEGMENT_LIST);
  if (list.length === 0) throw dataMissing();
  const bytes: number[] = [];
  const parts: number[] = [];
  let bits = 0;
  for (const [index, segment] of list.entries()) {
    const mode = MODES.findIndex(([name]) => name === segment?.mode);
    const [, , rule, headerBits = 0, charBits = 0] = MODES[mode] ?? [];
    if (!rule) throw invalidData(SEGMENT_MODE, { index });
    const content = bytesOf(segment.data, mode);
    if (!content) throw invalidData(SEGMENT_DATA, { index, content: rule, refused: refused(segment.data, mode) });
    if (content.length === 0) throw invalidData(SEGMENT_EMPTY, { index });
    // A loop, because engines limit the number of arguments that `push` can take.
    for (const byte of content) bytes.push(byte);
    const chars = mode === KANJI ? content.length / 2 : content.length;
    parts.push(mode, chars);
    bits += headerBits + Math.ceil(chars * charBits);
  }
  // The message of DATA_TOO_LONG compares this length with the capacity for bytes, which leaves out the header of a byte
  // segment (20 bits).
  const taken = new Uint8Array(Math.max(bytes.length, Math.ceil((bits - 20) / 8)));
  taken.set(bytes);
  return { [SEGMENTS]: [taken, parts] };
}

/** Returns whether `data` is an array of bytes. Accepts arrays from other realms, such as a page in a test
 *  environment, but no objects that only have the same properties. */
export function isBytes(data: unknown): data is Uint8Array {
  return ArrayBuffer.isView(data) && (data as Uint8Array).BYTES_PER_ELEMENT === 1;
}

function invalidData(rule: Rule, values?: Values): QrError {
  return new QrError("INVALID_OPTION", { field: "data", rule, values });
}

/** Returns the bytes of a segment as the core reads them; undefined if its mode cannot encode `data`. */
function bytesOf(data: unknown, mode: number): Uint8Array | number[] | undefined {
  if (mode === BYTE && isBytes(data)) return data;
  if (typeof data !== "string" || MODES[mode]?.[1]?.test(data)) return undefined;
  return mode === KANJI ? shiftJis(data) : textEncoder().encode(data);
}

/** Returns the end of the message about `data`: the first character that kanji mode cannot encode. */
function refused(data: unknown, mode: number): string {
  if (mode !== KANJI || typeof data !== "string") return "";
  return `, not ${JSON.stringify([...data].find((character) => !codes?.has(character)))}`;
}

let codes: ReadonlyMap<string, number> | undefined;

/** Pairs of characters with the same code. Decoders read the second one, and most encoders accept both. */
const ALIASES = ["〜～", "−－", "‖∥", "¢￠", "£￡", "¬￢"];

/** Returns the two bytes of each character's Shift JIS code; undefined if a character has no code from 8140 to 9FFC or
 *  from E040 to EBBF. ISO/IEC 18004:2015, 7.4.6. */
function shiftJis(text: string): number[] | undefined {
  codes ??= readCodes();
  const bytes: number[] = [];
  for (const character of text) {
    const code = codes.get(character);
    if (code === undefined) return undefined;
    bytes.push(code >> 8, code & 255);
  }
  return bytes;
}

/** Maps each character that takes two bytes in Shift JIS to its code, according to the runtime's decoder. */
function readCodes(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  try {
    const decoder = new TextDecoder("shift_jis");
    // Descending, so that the lowest of several codes for a character wins.
    for (let code = 0xebbf; code >= 0x8140; code--) {
      const text = decoder.decode(Uint8Array.of(code >> 8, code));
      if (text.length === 1 && text !== "\uFFFD") found.set(text, code);
    }
    for (const [alias = "", text = ""] of ALIASES) found.set(alias, found.get(text) as number);
  } catch (cause) {
    throw new QrError("NOT_SUPPORTED", { rule: KANJI_UNSUPPORTED, cause });
  }
  return found;
}
