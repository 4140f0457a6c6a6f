import { LARGEST_NUMBER } from "./limits.ts";
import { indexIds } from "./svg-cost.ts";
import { type SvgElement, valuesOf } from "./svg-elements.ts";
import { lengthOf } from "./svg-length.ts";
import { type Visit, visitPath } from "./svg-path.ts";
import { addressesOf } from "./svg-styles.ts";

/** A rectangle in user units. */
export interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A transformation: (x, y) becomes (ax + cy + e, bx + dy + f). */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The transformation of an element whose extent cannot be computed. */
const UNKNOWN: Matrix = [NaN, NaN, NaN, NaN, NaN, NaN];

/** Elements whose children are drawn where they are. Other elements are not visited, because renderers do not draw the
 *  children of unknown elements, and `checkCost` does not count all of them. */
const CONTAINERS = /^(?:svg|g|a|switch)$/;

interface Context {
  readonly matrix: Matrix;
  readonly isStroked: boolean;
  readonly strokeWidth: number;
}

/** The declarations of an element. Read once per element, because an element can be referenced thousands of times. */
interface Own {
  readonly attributes: ReadonlyMap<string, string>;
  readonly targets: readonly string[];
  readonly isHidden: boolean;
  readonly matrix: Matrix;
  readonly isStroked: boolean | undefined;
  readonly strokeWidth: number | undefined;
}

/** Returns the box around everything that a document draws, with its strokes. Returns undefined if the document draws
 *  nothing, if a part has a relative size or an effect that extends it, or if the box is too large. An unknown length is
 *  NaN, and so is every result that depends on it.
 *  `elements` must have passed `checkCost`, which bounds the time. */
export function contentBox(elements: readonly SvgElement[]): ViewBox | undefined {
  const byId = indexIds(elements);
  const sheet = elements.map(({ text }) => text).join("\n");
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const owns = elements.map(readOwn);

  function visitElement(at: number, inherited: Context): void {
    const { name } = elements[at] as SvgElement;
    const own = owns[at] as Own;
    if (own.isHidden) return;
    const context: Context = {
      matrix: times(inherited.matrix, own.matrix),
      isStroked: own.isStroked ?? inherited.isStroked,
      strokeWidth: own.strokeWidth ?? inherited.strokeWidth,
    };
    visitShape(name, own, extend(context));
    if (name === "use") {
      const origin = moved(context, own);
      for (const target of own.targets.flatMap((address) => byId.get(address) ?? [])) {
        if (/^s(?:ymbol|vg)$/.test((elements[target] as SvgElement).name)) visitViewport(target, own, origin);
        else visitElement(target, origin);
      }
    } else if (name === "svg" && at > 0) visitViewport(at, own, moved(context, own));
    else if (CONTAINERS.test(name)) visitChildren(at, context);
  }

  /** Visits an element that clips its content to a box. `sized` declares the size of the box. */
  function visitViewport(at: number, sized: Own, context: Context): void {
    const [width, height] = [side(sized, "width"), side(sized, "height")];
    if (width !== 0 && height !== 0) visitBox({ x: 0, y: 0, width, height }, extend(context));
    else if (owns[at]?.attributes.has("viewBox")) left = NaN;
    else visitChildren(at, context);
  }

  function visitChildren(at: number, context: Context): void {
    for (const child of elements[at]?.children ?? []) visitElement(child, context);
  }

  function extend({ matrix, isStroked, strokeWidth }: Context) {
    const [a, b, c, d, e, f] = matrix;
    const reach = isStroked ? (Math.max(Math.hypot(a, c), Math.hypot(b, d)) * strokeWidth) / 2 : 0;
    return (x: number, y: number) => {
      const [across, along] = [a * x + c * y + e, b * x + d * y + f];
      left = Math.min(left, across - reach);
      right = Math.max(right, across + reach);
      top = Math.min(top, along - reach);
      bottom = Math.max(bottom, along + reach);
    };
  }

  // A rule can apply to any element, so the widest stroke of a style sheet counts for all of them.
  const widths = [...sheet.matchAll(/stroke-width\s*:\s*([^;}]+)/g)].map(([, width]) => lengthOf(width?.trim()) ?? 1);
  const isStroked = /stroke\s*:(?!\s*none)/.test(sheet);
  // Spreading the list into the arguments of Math.max would fail if it were very long.
  const strokeWidth = widths.reduce((most, width) => Math.max(most, width), 1);
  if (/(?:transform|filter)\s*:/.test(sheet)) return undefined;
  visitElement(0, { matrix: IDENTITY, isStroked, strokeWidth });
  const isWithin = -LARGEST_NUMBER <= Math.min(left, top) && Math.max(right, bottom) <= LARGEST_NUMBER;
  const [width, height] = [right - left, bottom - top];
  return isWithin && width > 0 && height > 0 ? { x: left, y: top, width, height } : undefined;
}

/** Moves the origin to the position that an element declares. */
function moved(context: Context, own: Own): Context {
  return { ...context, matrix: times(context.matrix, [1, 0, 0, 1, side(own, "x"), side(own, "y")]) };
}

function readOwn(element: SvgElement): Own {
  const attributes = new Map([...element.attributes].reverse());
  // A declaration in the style attribute wins over the attribute of the same name.
  const styles = valuesOf(element, "style").flatMap((style) => style.split(";"));
  const declared = new Map(styles.map((one) => [one.split(":")[0]?.trim() ?? "", one.split(":")[1]?.trim()]));
  const property = (name: string) => declared.get(name) ?? attributes.get(name);
  const stroke = property("stroke");
  const isUnknown = property("transform-origin") !== undefined || (property("filter") ?? "none") !== "none";
  return {
    attributes,
    targets: element.name === "use" ? addressesOf(element) : [],
    isHidden: property("display") === "none",
    matrix: isUnknown ? UNKNOWN : transformOf(property("transform") ?? ""),
    isStroked: stroke === undefined || stroke === "inherit" ? undefined : stroke !== "none",
    strokeWidth: lengthOf(property("stroke-width")),
  };
}

/** Maximum number of characters in a length, because it can be read thousands of times. */
export const MAX_LENGTH = 64;

/** Returns a length in user units; 0 if it is missing, and NaN if it is relative. */
function side({ attributes }: Own, name: string): number {
  const value = attributes.get(name) ?? "0";
  const [, sign, length] = (value.length <= MAX_LENGTH && /^\s*([-+]?)(.*)$/s.exec(value)) || [];
  return (lengthOf(length) ?? NaN) * (sign === "-" ? -1 : 1);
}

/** Calls `visit` with points on the outline of a basic shape, and does nothing for other elements. */
function visitShape(shape: string, own: Own, visit: Visit): void {
  const of = (name: string) => side(own, name);
  const list = (name: string) => own.attributes.get(name) ?? "";
  if (shape === "path") visitPath(list("d"), visit);
  else if (/^poly(?:line|gon)$/.test(shape)) visitPath(`M${list("points")}`, visit);
  else if (shape === "line") {
    visit(of("x1"), of("y1"));
    visit(of("x2"), of("y2"));
  } else if (shape === "rect" || shape === "image") {
    visitBox({ x: of("x"), y: of("y"), width: of("width"), height: of("height") }, visit);
  } else if (shape === "circle" || shape === "ellipse") {
    const [rx, ry] = shape === "circle" ? [of("r"), of("r")] : [of("rx"), of("ry")];
    if (rx <= 0 || ry <= 0) return;
    for (let step = 0; step < 64; step++) {
      const angle = (step * Math.PI) / 32;
      visit(of("cx") + rx * Math.cos(angle), of("cy") + ry * Math.sin(angle));
    }
  }
}

function visitBox({ x, y, width, height }: ViewBox, visit: Visit): void {
  if (width <= 0 || height <= 0) return;
  for (const across of [x, x + width]) for (const along of [y, y + height]) visit(across, along);
}

const FUNCTION = /(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)/g;

/** Matches transformation functions with plain numbers, and their separators. CSS has further functions and units. */
const PLAIN = /(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([-+.,\s\de]*\)|[\s,]+/g;

function transformOf(text: string): Matrix {
  if (text !== "none" && text.replace(PLAIN, "") !== "") return UNKNOWN;
  let matrix = IDENTITY;
  for (const [, name = "", list = ""] of text.matchAll(FUNCTION)) {
    const numbers = list.trim().split(/[\s,]+/);
    matrix = times(matrix, functionOf(name, numbers.map(Number.parseFloat)));
  }
  return matrix;
}

function functionOf(name: string, [p = 0, q, r = 0, s = 0, t = 0, u = 0]: readonly number[]): Matrix {
  const radians = (p * Math.PI) / 180;
  if (name === "matrix") return [p, q ?? 0, r, s, t, u];
  if (name === "translate") return [1, 0, 0, 1, p, q ?? 0];
  if (name === "scale") return [p, 0, 0, q ?? p, 0, 0];
  if (name === "skewX") return [1, 0, Math.tan(radians), 1, 0, 0];
  if (name === "skewY") return [1, Math.tan(radians), 0, 1, 0, 0];
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const x = q ?? 0;
  return [cos, sin, -sin, cos, x - x * cos + r * sin, r - x * sin - r * cos];
}

function times([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix {
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}
