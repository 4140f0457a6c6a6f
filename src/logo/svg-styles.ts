import { svgFault } from "./errors.ts";
import { type SvgElement, valuesOf } from "./svg-elements.ts";

/** Declarations from attributes and style sheets. Anything that browsers could parse differently is rejected. */
export interface Declared {
  /** References that are used as paint. Their targets are drawn again for everything that inherits the paint. */
  readonly paints: readonly string[];
  readonly others: readonly string[];
  /** Number of layers that the declarations need. */
  readonly layers: number;
  /** Number of filter functions, such as `blur(2px)`. */
  readonly functions: number;
}

/** A declaration in CSS. Both parts may have spaces around them. */
export type Declaration = readonly [property: string, value: string];

/** Maximum number of characters in all style sheets together. */
export const MAX_STYLE = 16 * 1024;

/** Properties that need a separate layer, unless they have this value. */
const LAYERS = new Map(Object.entries({ opacity: "1", "mix-blend-mode": "normal", isolation: "auto" }));

/** Values of stroke-dasharray that mean a solid line. */
const UNDASHED = new Set(["", "none", "0"]);

const isPaint = (property: string) => /(?:fill|stroke)$/.test(property);

/** Returns the targets of every url(…) in a value or style sheet. */
export function targetsIn(value: string): string[] {
  if (!/url\(/i.test(value)) return [];
  return [...value.matchAll(/url\(\s*["']?([^)"']*)/gi)].map((found) => (found[1] ?? "").trim());
}

/** Returns the values of `href` and `xlink:href`. */
export function addressesOf(element: SvgElement): string[] {
  return valuesOf(element, "href").map((value) => value.trim());
}

/** Returns the declarations in the attributes of an element.
 *  @throws {QrError} LOGO_INVALID if its style is ambiguous. */
export function declaredBy(element: SvgElement): Declared {
  const styles = valuesOf(element, "style");
  // Comments and escapes can hide declarations, and some parsers end a declaration at a brace.
  if (styles.some((style) => /[\\{}]|\/\*/.test(style))) throw ambiguous();
  return sum([...element.attributes.filter(([name]) => name !== "style"), ...styles.flatMap(declarationsIn)]);
}

/** Returns the declarations of all style elements by class. If a rule applies to several classes, they share one
 *  object.
 *  @throws {QrError} LOGO_INVALID if the style sheets are too long, are ambiguous, or use references outside of
 *  classes. */
export function declaredByClass(elements: readonly SvgElement[]): ReadonlyMap<string, readonly Declared[]> {
  const byClass = new Map<string, Declared[]>();
  for (const { selectors, body } of rulesOf(elements)) {
    const declared = sum(declarationsIn(body));
    const { paints, others, layers, functions } = declared;
    if (paints.length + others.length + layers + functions === 0) continue;
    for (const name of new Set(selectors.split(",").map(className))) {
      byClass.set(name, [...(byClass.get(name) ?? []), declared]);
    }
  }
  return byClass;
}

export interface Rule {
  readonly selectors: string;
  readonly body: string;
}

/** Returns the rules of all style elements in order.
 *  @throws {QrError} LOGO_INVALID if the style sheets are too long or ambiguous. */
export function rulesOf(elements: readonly SvgElement[]): Rule[] {
  const sheets = elements.map(({ text }) => text).filter((text) => text !== "");
  if (sheets.reduce((length, text) => length + text.length, 0) > MAX_STYLE) {
    throw svgFault(`with more than ${MAX_STYLE >> 10} KB of CSS: use attributes or a PNG instead`);
  }
  return sheets.flatMap(rulesIn);
}

/** Returns the class name in a selector. The selector must be a single class. */
function className(selector: string): string {
  const name = /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1];
  if (name !== undefined) return name;
  throw svgFault("whose CSS sets references or opacity with a selector other than a single class: use attributes");
}

/** Returns the rules of a style sheet, including those inside @media. Other text becomes a rule without selectors. */
function rulesIn(sheet: string): Rule[] {
  if (/\\|\/\*/.test(sheet)) throw ambiguous();
  const rules: Rule[] = [];
  let selectors: string | undefined;
  const pieces = sheet.split(/([{}])/);
  for (let at = 0; at < pieces.length; at += 2) {
    const piece = pieces[at] as string;
    if (pieces[at + 1] === "{") {
      if (selectors !== undefined || piece.includes(";")) throw ambiguous();
      if (!/^\s*@/.test(piece)) selectors = piece;
    } else {
      rules.push({ selectors: selectors ?? "", body: piece });
      selectors = undefined;
    }
  }
  return rules;
}

export function declarationsIn(style: string): Declaration[] {
  return style.split(";").map((one) => {
    const colon = one.indexOf(":");
    return colon < 0 ? [one, one] : [one.slice(0, colon), one.slice(colon + 1)];
  });
}

function sum(declarations: readonly Declaration[]): Declared {
  const paints: string[] = [];
  const others: string[] = [];
  let [layers, functions] = [0, 0];
  for (const [spelled, value] of declarations) {
    const property = spelled.trim().toLowerCase();
    const targets = targetsIn(value);
    for (const target of targets) (isPaint(property) ? paints : others).push(target);
    if (property === "filter") functions += value.split("(").length - 1 - targets.length;
    if (LAYERS.has(property) && value.trim() !== LAYERS.get(property)) layers++;
    if (property.endsWith("stroke-dasharray") && !UNDASHED.has(value.trim())) {
      throw svgFault("with dashed lines: convert them to paths");
    }
  }
  return { paints, others, layers, functions };
}

function ambiguous() {
  return svgFault("with comments, escapes or nested rules in its CSS: remove them, or use a PNG");
}
