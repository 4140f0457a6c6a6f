import { createHash } from "node:crypto";
import { readPng } from "../../decoders/png-reader.ts";
import type { Operation } from "./operations.ts";

/** A difference between two versions that is intended. It is removed from both answers before they are compared. */
export interface Allowed {
  readonly name: string;
  readonly reason: string;
  /** The kinds of operations in which the difference is intended; all by default. */
  readonly kinds?: readonly Operation["kind"][];
  /** Returns whether the difference is intended in an operation; in all by default. */
  readonly of?: (operation: Operation) => boolean;
  /** Returns a string of an answer without the difference. SVG documents in data URIs and JSON are passed decoded. */
  readonly text?: (text: string) => string;
  /** Returns the name of a property to leave out of `record`, which is a value in JSON. */
  readonly isAdded?: (name: string, record: Readonly<Record<string, unknown>>) => boolean;
}

/** The intended differences. `--strict` reports them too. */
export const allowed: readonly Allowed[] = [
  {
    name: "ids in SVGs",
    reason: "Ids must differ between the codes of a page, so they may change as long as each reference follows.",
    text: numberedIds,
  },
  {
    name: "fallback colours",
    reason: "A colour after url(#id) shows if the page hides the code that defines the gradient.",
    text: (text) => text.replace(/(url\(#[^)]+\)) #[0-9a-f]{6}/g, "$1"),
  },
  {
    name: "colours of gradients",
    reason: "The message about an invalid colour says how to write it.",
    text: (text) =>
      text.replace(
        /has the colour (.{0,150}?), which must be (six hex|a colour)/g,
        "has the invalid colour $1: write $2",
      ),
  },
  {
    name: "types of gradients",
    reason: "The messages about the type and the angle also suit gradients that are objects.",
    text: (text) =>
      text
        .replaceAll("must start with linear or radial", "must have the type linear or radial")
        .replaceAll("from 0 to 359 after linear", "from 0 to 359 if it is linear"),
  },
  {
    name: "one colon",
    reason: "The advice on data that is too long follows a semicolon, because the message already has a colon.",
    text: (text) => text.replace(/(the largest code holds [^:;]{1,99}): /g, "$1; "),
  },
  {
    name: "invisible logos",
    reason: "The message about a logo without visible pixels says what to do.",
    text: (text) =>
      text.replaceAll(
        "is invisible: the file is damaged or fully transparent",
        "is damaged or fully transparent: use another file",
      ),
  },
  {
    name: "expired links",
    reason: "The message about a missing link names all reasons.",
    text: (text) =>
      text.replaceAll(
        "it was never created, or it has been deleted",
        "it was never created, has been deleted, or has expired",
      ),
  },
  {
    name: "xlink:href",
    reason: "Programs that know only SVG 1.1 find the logo under this name.",
    text: (text) => text.replaceAll(' xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="', ' href="'),
  },
  {
    name: "transparent PNGs",
    reason: "PDFKit draws indices with fewer than 8 bits wrongly if the palette has alpha values.",
    text: (text) => text.replace(/iVBORw0KGgo[\w+/]+=*/g, pixelsOfTransparent),
  },
  {
    name: "frames",
    reason: "Frames have a transparent margin and other measures, and there are more of them.",
    of: (operation) => /frame|caption/i.test(textOf(operation)),
    text: () => "",
    isAdded: () => true,
  },
  {
    name: "logos by area",
    reason: "A logo that is not square has the area of a square one, and may need another version.",
    of: (operation) => /logo/i.test(textOf(operation)),
    text: (text) => text.replace(/iVBORw0KGgo[\w+/]+=*|^[0-9a-f]{64}$|<svg.*<image .*<\/svg>/gs, ""),
  },
  {
    name: "shapes of designs",
    reason: "Dots are circles, rings have equal widths, and decoders of the scan lab read other shapes less often.",
    of: (operation) =>
      /dot-?style"?[^a-z]{1,9}(?!square\b)[a-z]|preset|design|(?:eye|pupil)-?style/i.test(textOf(operation)),
    text: () => "",
    isAdded: () => true,
  },
  {
    name: "optimize=scan",
    reason: "It raises the level instead of the version, and the library has it.",
    of: (operation) => /optimize/.test(textOf(operation)),
    text: () => "",
    isAdded: () => true,
  },
  {
    name: "new options",
    reason: "Reports list all options with their values.",
    isAdded: (name) => /^(?:logoFormat|pngColor|alignmentStyle)$/.test(name),
  },
  {
    name: "sizes of programs",
    reason: "The library, the element and the command accept 16384 pixels, and the HTTP API 2048.",
    kinds: ["library", "element", "cli"],
    text: (text) => text.replace(/(size must be an integer from 32 to|--size 32\.\.) ?(?:2048|16384) */g, "$1 2048 "),
  },
  {
    name: "names of unknown options",
    reason: "The message suggests what was meant, and distinguishes designs, other functions and unknown names.",
    text: (text) =>
      text.replace(
        / (?:is unknown or needs design\(\)|needs design\(\)|is unknown: (?:use|did you mean|check) .*)$/,
        " ...",
      ),
  },
  {
    name: "rules of errors",
    reason: "Errors may carry the id of their rule and its values, in addition to the message.",
    text: (text) => text.replace(/^(ETag, .*), X-Error-Rule$/, "$1"),
    isAdded: (name, record) =>
      (/^(?:rule|values)$/.test(name) && "code" in record && ("message" in record || "error" in record)) ||
      (name === "x-error-rule" && "x-error-code" in record),
  },
];

/** Returns an operation as text. Bodies of bytes are mostly text too. */
const textOf = (operation: Operation): string =>
  JSON.stringify(operation, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
  );

/** Returns the differences that are intended in an operation. */
export const allowedIn = (operation: Operation): readonly Allowed[] =>
  allowed.filter(({ kinds, of }) => (kinds?.includes(operation.kind) ?? true) && (of?.(operation) ?? true));

/** Returns a digest of the pixels of a PNG in base64, if its palette has alpha values. Otherwise, returns the PNG. */
function pixelsOfTransparent(base64: string): string {
  const file = Buffer.from(base64, "base64");
  // The files of logos may have other chunks, which readPng rejects.
  if (!file.includes("tRNS") || file.includes("pHYs")) return base64;
  const { palette, chunkTypes, data } = readPng(file);
  const isTransparent = palette.length > 0 && chunkTypes.includes("tRNS");
  return isTransparent ? createHash("sha256").update(data).digest("hex") : base64;
}

/** Returns an SVG with its ids replaced by their positions. */
function numberedIds(text: string): string {
  if (!text.includes("<svg")) return text;
  const ids = new Map<string, string>();
  for (const [, id = ""] of text.matchAll(/ id="([^"]+)"/g)) if (!ids.has(id)) ids.set(id, `id-${ids.size + 1}`);
  return text
    .replace(/ id="([^"]+)"/g, (_, id: string) => ` id="${ids.get(id)}"`)
    .replace(/url\(#([^)]+)\)/g, (all, id: string) => (ids.has(id) ? `url(#${ids.get(id)})` : all))
    .replace(/ href="#([^"]+)"/g, (all, id: string) => (ids.has(id) ? ` href="#${ids.get(id)}"` : all));
}
