import { checkNamespace, logoFault } from "./errors.ts";
import type { Size } from "./raster.ts";
import { checkCost } from "./svg-cost.ts";
import { elementsIn, type SvgElement, valuesOf } from "./svg-elements.ts";
import { checkElement, readPictures } from "./svg-rules.ts";

/** Bytes within which the outermost element begins and its attributes end. */
const HEAD = 64 * 1024;

/** The size of an SVG in user units, by its outermost element and without a look at the rest.
 *  @throws {QrError} LOGO_INVALID with what to change. */
export function readSvgSize(bytes: Uint8Array): Size {
  const { value: root } = elementsIn(decode(bytes, HEAD)).next();
  if (root?.name !== "svg") throw logoFault("is not an SVG file: its outermost element must be svg");
  return sizeOf(root);
}

/** Takes a strict look at all of an SVG, for some tens of milliseconds: what passes draws in bounded time and memory, and
 *  wants nothing from outside.
 *  @throws {QrError} LOGO_INVALID with what to change. */
export function checkSvg(bytes: Uint8Array): void {
  const text = decode(bytes);
  const elements = [...elementsIn(text)];
  checkNamespace(text);
  for (const element of elements) checkElement(element);
  checkCost(elements, readPictures(elements));
}

/** The text of the first `length` bytes. */
function decode(bytes: Uint8Array, length = bytes.length): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), {
      stream: length < bytes.length,
    });
  } catch {
    throw logoFault("is an SVG that is not UTF-8: save it as UTF-8");
  }
}

/** CSS pixels a unit. CSS Values 4, 6.2. */
const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

/** No two parts match the same digits: `\d*\.?\d+` would backtrack over every way to divide them. */
const LENGTH = /^\s*((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)\s*$/i;

function length(text: string | undefined): number | undefined {
  const [, number, unit = ""] = LENGTH.exec(text ?? "") ?? [];
  const factor = UNITS[unit.toLowerCase()];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}

/** Its width and height or else those of its view box. SVG 2, 8.2. */
function sizeOf(root: SvgElement): Size {
  const [, , across, along] = (valuesOf(root, "viewBox")[0] ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = length(valuesOf(root, "width")[0]) ?? across;
  const height = length(valuesOf(root, "height")[0]) ?? along;
  if (!(width && height && width > 0 && height > 0 && width / height < 1e4 && height / width < 1e4)) {
    throw logoFault("is an SVG without a size: give its svg element a viewBox, or width and height");
  }
  return { width, height };
}
