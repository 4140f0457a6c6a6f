import { kinds } from "../../../../src/payload/payload.ts";
import { pick } from "../../../core/texts.ts";
import { fieldsOf } from "../../../payload/samples.ts";
import { anyText } from "../../fuzz/generate.ts";
import type { Operation, Source } from "../operations.ts";
import { anyPayloadText } from "./links.ts";
import { anyLogo, anyOptions } from "./options.ts";

const CALLS = [
  "toSvg",
  "toSvg",
  "toSvg",
  "toPng",
  "toPng",
  "toPng",
  "draw",
  "draw",
  "toDataUrl",
  "toSvgDataUrl",
  "toTerminal",
  "toCanvas",
  "encode",
  "toMatrix",
  "segments",
  "design",
];

/** Arguments of the wrong type. A record with `$` names a value that messages between processes cannot contain. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  1.5,
  Number.NaN,
  true,
  "",
  "text",
  [],
  ["a", "b"],
  {},
  10n,
  new Date(0),
  new Map([["size", 100]]),
  /x/,
  new Uint8Array([1, 2, 3]),
  new ArrayBuffer(4),
  new Float64Array(2),
  { data: "text" },
  { size: {} },
  { $: "function" },
  { $: "symbol" },
  { $: "bare" },
  { $: "frozen" },
  { $: "string" },
  { $: "promise" },
  { $: "canvas" },
  { $: "throwing" },
];

/** Segments in every mode, some of which are invalid. */
const SEGMENTS: readonly unknown[] = [
  [{ mode: "numeric", data: "0123456789" }],
  [
    { mode: "alphanumeric", data: "ABC $%" },
    { mode: "byte", data: "Grüße" },
  ],
  [{ mode: "byte", data: new Uint8Array([0, 255, 10]) }],
  [
    { mode: "kanji", data: "漢字〜￢" },
    { mode: "numeric", data: "7" },
  ],
  [{ mode: "numeric", data: "12a" }],
  [{ mode: "kanji", data: "é" }],
  [{ mode: "byte" }],
  [{ mode: "text", data: "a" }],
  [1, 2],
  [],
];

/** A call of a function of the library, with options as people write them or with wrong arguments. */
export function anyCall(source: Source): Operation {
  const { random } = source;
  const call = pick(random, CALLS);
  if (random(6) === 0) {
    const args = Array.from({ length: random(4) }, () => pick(random, WRONG));
    return { kind: "library", group: `${call} with wrong arguments`, call, args };
  }
  if (call === "segments")
    return { kind: "library", group: call, call, args: [pick(random, [...SEGMENTS, dataOf(source)])] };
  if (call === "design") return { kind: "library", group: call, call, args: [optionsOf(source, call, true)] };
  const isDesign = random(2) === 0 && !SYMBOLS.test(call);
  const options = optionsOf(source, call, isDesign);
  const over = random(4) ? {} : { size: 200, color: "#123" };
  const given = isDesign ? { $: "design", of: options, over } : options;
  const args = [dataOf(source), ...(random(20) ? [given] : [])];
  return { kind: "library", group: isDesign ? `${call} with a design` : call, call, args };
}

/** Functions that draw no picture. */
const SYMBOLS = /^(?:encode|toMatrix|toTerminal)$/;

/** The options of each group of functions. */
const OF_SYMBOL = /^(?:ec|version|mask|boost|eci)$/;
const OF_PICTURE = /^(?:ec|version|mask|boost|eci|size|margin|color|bg|dotStyle|title|logoSize|logoMargin)$/;
const OF_NONE = /^(?:optimize|design|format|dotStyl|width|errorCorrectionLevel|logoMime|caption)$/;

/** Returns the text, bytes or segments of a code. */
function dataOf(source: Source): unknown {
  const { random, from } = source;
  const which = random(12);
  if (which < 3) return from(anyText);
  if (which < 8) return anyPayloadText(source);
  if (which < 9) return new Uint8Array(Array.from({ length: random(60) }, () => random(256)));
  if (which < 10) return { $: "segments", of: pick(random, SEGMENTS) };
  return `text ${random(1_000_000)}`;
}

/** Returns options that a function has, and in one of ten calls any others. */
function optionsOf(source: Source, call: string, isDesign: boolean): Readonly<Record<string, unknown>> {
  const { random } = source;
  const { data, format, logoData, ...others } = anyOptions(source);
  const isStrict = random(10) > 0;
  const fits = (name: string) => {
    if (SYMBOLS.test(call)) return OF_SYMBOL.test(name);
    return isDesign ? !OF_NONE.test(name) : OF_PICTURE.test(name);
  };
  const entries = Object.entries(others).filter(([name]) => !isStrict || fits(name));
  const free = entries.map(([name, word]) => [name, random(2) ? freely(name, word) : word]);
  const takesLogo = /^(?:toSvg|draw|toSvgDataUrl|design)$/.test(call) && random(4) === 0;
  return {
    ...Object.fromEntries(free),
    ...(takesLogo && { logo: logoOf(source, call) }),
    ...(call === "toTerminal" && random(2) && { ansi: pick(random, [true, false, "no"]) }),
    ...(/^(?:draw|toDataUrl)$/.test(call) && random(2) && { format }),
  };
}

/** Returns a colour as people write it, and other values unchanged. */
function freely(name: string, word: unknown): unknown {
  return /color$|^bg$/i.test(name) && /^[\da-f]{6}$/.test(String(word)) ? `#${word}` : word;
}

function logoOf(source: Source, call: string): unknown {
  const uri = anyLogo(source);
  const bytes = new Uint8Array(Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64"));
  const which = source.random(4);
  if (which === 0) return bytes;
  if (which === 1 && call === "draw") return { $: "blob", of: bytes };
  return which === 2 ? pick(source.random, ["", "logo.png", "http://127.0.0.1:9/a.png", "data:,", 5, []]) : uri;
}

/** Builds, checks, reads or detects a payload. */
export function anyPayload(source: Source): Operation {
  const { random, from } = source;
  if (random(3) === 0) {
    return {
      kind: "payload",
      group: "detect",
      call: "detect",
      args: [random(3) ? anyPayloadText(source) : pick(random, WRONG)],
    };
  }
  const kind = pick(random, kinds);
  const call = pick(random, ["build", "build", "check", "parse", "parse"]);
  if (random(8) === 0)
    return { kind: "payload", group: `${kind.name} ${call}`, call, of: kind.name, args: [pick(random, WRONG)] };
  const fields = from(fieldsOf(kind));
  const names = Object.keys(kind.fields);
  const odd = random(2)
    ? {}
    : { [pick(random, [...names, "unknown"])]: random(3) ? from(anyText) : pick(random, WRONG) };
  if (call !== "parse")
    return { kind: "payload", group: `${kind.name} ${call}`, call, of: kind.name, args: [{ ...fields, ...odd }] };
  const text = kind.build(fields);
  const cut = random(text.length + 1);
  const given = random(2)
    ? text
    : text.slice(0, cut) + pick(random, ["", ";", "\\", "\n", "x", "%"]) + text.slice(cut + random(2));
  return { kind: "payload", group: `${kind.name} ${call}`, call, of: kind.name, args: [given] };
}

/** The element as React renders it on a server. Its attributes are written in one of two ways. */
export function anyElement(source: Source): Operation {
  const { random } = source;
  const kebab = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  const entries = Object.entries(anyOptions(source)).map(([name, word]) => [random(3) ? name : kebab(name), word]);
  const label = random(6) ? {} : { "aria-label": pick(random, ["A code", "", " a\n b ", "l".repeat(300)]) };
  return { kind: "element", group: "element", attributes: { ...Object.fromEntries(entries), ...label } };
}
