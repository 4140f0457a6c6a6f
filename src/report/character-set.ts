import { allOf, anyOf, withAdvice } from "../messages/advice.ts";
import type { Message } from "../messages/message.ts";
import { misread, misreadTwice, percentEncode, turnOn, writeHost } from "../messages/report-rules.ts";
import { textIn } from "../options/parse.ts";
import type { QrOptions } from "../options/table.ts";
import { detect } from "../payload/payload.ts";
import { asciiAddress } from "../payload/url.ts";
import { utf8Length } from "../text/bytes.ts";
import type { Finding } from "./issues.ts";

/** The segments of a code. In byte mode, `chars` is the number of bytes. */
type Parts = readonly { readonly mode: string; readonly chars: number }[];

/** Returns a warning if some scanners misread the text, because the code does not name its character set: ZBar guesses
 *  it, and others expect Windows-1252. */
export function characterSetIssues(options: Pick<QrOptions, "data" | "eci">, parts: Parts): Finding[] {
  const { eci } = options;
  const data = textIn(options);
  if (eci || utf8Length(data) === data.length) return [];
  const shown = shownByZbar(data, parts);
  const isGuessed = shown !== undefined && shown !== data;
  const isSecret = detect(data).secret;
  const [meant, guess] = excerptsOf(data, isGuessed ? shown : windows1252Of(data), isSecret);
  const excerpts = { text: visible(meant), shown: visible(windows1252Of(meant)), guess: visible(guess) };
  const problem = { rule: isGuessed ? misreadTwice : misread, values: excerpts };
  const { host, url, isEncoded } = asciiAddress(data) ?? {};
  const toAscii: Message[] = [
    ...(host === undefined ? [] : [{ rule: writeHost, values: { host } }]),
    ...(isEncoded ? [{ rule: percentEncode }] : []),
  ];
  const advice = anyOf([
    ...(toAscii.length > 0 ? [allOf(toAscii)] : []),
    { rule: turnOn, values: { option: { option: "eci" } } },
  ]);
  const ways = [...(url === undefined ? [] : [{ data: url }]), { eci: true }];
  return [{ code: "text_misread", severity: "warning", field: "eci", ...withAdvice(problem, advice), ways }];
}

type CharacterSet = "sjis" | "latin1" | "big5" | "utf8";

/** Returns the text that ZBar shows for a code with `data` in UTF-8 and no ECI header; undefined if the guess is not
 *  known, because the runtime lacks a character set or the text begins with a byte order mark. ZBar guesses for each run
 *  of byte segments: it tries four character sets in an order that depends on the bytes and on its earlier guesses, and
 *  uses the first in which the bytes are valid. Measured with zbarimg 0.23.92 of Debian, whose iconv is glibc's. */
export function shownByZbar(data: string, parts: Parts): string | undefined {
  const bytes = new TextEncoder().encode(data);
  let order: readonly CharacterSet[] = ["sjis", "latin1", "big5", "utf8"];
  const prefer = (set: CharacterSet) => {
    order = [set, ...order.filter((other) => other !== set)];
  };
  let [shown, start, at] = ["", 0, 0];
  for (const [index, { mode, chars }] of parts.entries()) {
    at += chars;
    if (mode === "byte" && parts[index + 1]?.mode === "byte") continue;
    const run = bytes.subarray(start, at);
    start = at;
    if (mode !== "byte") {
      shown += asBytes(run);
      continue;
    }
    if (run[0] === 0xef && run[1] === 0xbb && run[2] === 0xbf) return undefined;
    if (run.every((byte) => byte < 0x80)) prefer("utf8");
    else if (isLikeBig5(run)) prefer("big5");
    // In ISO 8859-1, these are rare control characters, so ZBar tries it last.
    const hasControls = run.some((byte) => byte >= 0x80 && byte < 0xa0);
    const tried = hasControls ? [...order.filter((set) => set !== "latin1"), "latin1" as const] : order;
    try {
      for (const set of tried) {
        const text = DECODERS[set](run);
        if (text === undefined) continue;
        // Like ZBar, remembers the new position of ISO 8859-1 only if it has tried that set.
        if (hasControls && tried.indexOf(set) >= order.indexOf("latin1")) order = tried;
        prefer(set);
        shown += text;
        break;
      }
    } catch {
      return undefined;
    }
  }
  return shown;
}

const DECODERS: Readonly<Record<CharacterSet, (bytes: Uint8Array) => string | undefined>> = {
  sjis: decodeShiftJis,
  latin1: asBytes,
  big5: decodeBig5,
  utf8: (bytes) => decode("utf-8", bytes),
};

/** Returns one character per byte, as in ISO 8859-1. */
function asBytes(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Decodes Shift JIS as defined by JIS X 0208. Browsers accept more characters, and map some to others. */
function decodeShiftJis(bytes: Uint8Array): string | undefined {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x81 || (byte > 0x9f && byte < 0xe0)) continue;
    if (byte === 0x87 || byte === 0xed || byte === 0xee || byte > 0xef) return undefined;
    at++;
  }
  return decode("shift_jis", bytes)?.replace(/[\\~～∥－￠￡￢]/g, (character) => JIS[character] ?? character);
}

const JIS: Readonly<Record<string, string>> = {
  "\\": "¥",
  "~": "‾",
  "～": "〜",
  "∥": "‖",
  "－": "−",
  "￠": "¢",
  "￡": "£",
  "￢": "¬",
};

/** Decodes Big5 without the characters of Hong Kong, which browsers accept. */
function decodeBig5(bytes: Uint8Array): string | undefined {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80) continue;
    if (byte < 0xa1 || byte > 0xf9) return undefined;
    at++;
  }
  return decode("big5", bytes);
}

/** Returns whether all bytes from 0x80 on are in pairs that Big5 allows. */
function isLikeBig5(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === 0xff) return false;
    if (byte < 0x80) continue;
    const next = bytes[++at] ?? 0;
    if (next < 0x40 || (next > 0x7e && next < 0xa1) || next > 0xfe) return false;
  }
  return true;
}

/** Returns undefined if `bytes` are not valid. @throws {RangeError} if the runtime lacks the character set. */
function decode(set: string, bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder(set, { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The characters from 0x80 to 0x9f in Windows-1252. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Returns the text that a scanner shows if it reads the UTF-8 bytes of `text` as Windows-1252. Does not use TextDecoder,
 *  because that of Node.js 20 is wrong from 0x80 to 0x9f. */
export function windows1252Of(text: string): string {
  const characters = asBytes(new TextEncoder().encode(text));
  return characters.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));
}

/** Maximum length of an excerpt in characters. */
const EXCERPT_LENGTH = 24;

/** Returns the first word that is misread, as it is meant and as it is shown. Of a secret, returns only the characters
 *  outside ASCII. Words end at characters that are never a part of others in the character sets above. */
function excerptsOf(data: string, shown: string, isSecret: boolean): [meant: string, shown: string] {
  const [meant, wrong] = [[...data], [...shown]];
  const ends = isSecret ? /[\0-\x7f]/ : /[\0-,/:-?]/;
  // ZBar also shows some characters of ASCII as others, but these alone are no example of the other scanners.
  const isWide = (character: string) => character > "\x7f";
  let first = meant.findIndex((character, at) => isWide(character) && character !== wrong[at]);
  if (first < 0) first = meant.findIndex(isWide);
  while (first > 0 && !ends.test(meant[first - 1] as string)) first--;
  const excerpt = (characters: readonly string[]) => {
    const rest = characters.slice(first);
    const length = rest.findIndex((character) => ends.test(character));
    const word = length < 0 ? rest : rest.slice(0, length);
    return word.length > EXCERPT_LENGTH ? `${word.slice(0, EXCERPT_LENGTH).join("")}…` : word.join("");
  };
  return [excerpt(meant), excerpt(wrong)];
}

/** Replaces characters that are invisible or change the order of others. */
function visible(text: string): string {
  return text.replace(/[^\P{C}\u200c\u200d]/gu, "\ufffd");
}
