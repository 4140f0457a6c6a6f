import { logoFault } from "./errors.ts";
import { type SvgElement, valuesOf } from "./svg-elements.ts";

/** What attributes and style sheets of an SVG make an element refer to and do. Sheets are not understood as browsers do
 *  it: what could be read in two ways is refused. */

/** What declarations come to. */
export interface Declared {
  /** Targets that are painted with, and so drawn anew for everything inside that inherits the paint. */
  readonly paints: readonly string[];
  readonly others: readonly string[];
  /** How many of them need a layer, and functions in filters, which are filters without an element. */
  readonly layers: number;
  readonly functions: number;
}

type Declaration = readonly [property: string, value: string];

/** Characters that the sheets of a logo may have together. */
const MOST_STYLE = 16 * 1024;

/** Properties that need a layer, with the value that needs none. */
const LAYERS: Readonly<Record<string, string>> = { opacity: "1", "mix-blend-mode": "normal", isolation: "auto" };

/** Values of stroke-dasharray for lines without dashes. */
const UNDASHED = new Set(["", "none", "0"]);

const isPaint = (property: string) => /(?:fill|stroke)$/.test(property);

/** The targets of all url(…) in a value or a style sheet. */
export function targetsIn(value: string): string[] {
  if (!/url\(/i.test(value)) return [];
  return [...value.matchAll(/url\(\s*["']?([^)"']*)/gi)].map((found) => (found[1] ?? "").trim());
}

/** The values of `href`, in its old and its new spelling. */
export function addressesOf(element: SvgElement): string[] {
  return valuesOf(element, "href").map((value) => value.trim());
}

/** What an element declares by itself.
 *  @throws {QrError} LOGO_INVALID for what cannot be bounded. */
export function declaredBy(element: SvgElement): Declared {
  const styles = valuesOf(element, "style");
  // Comments and escapes hide what is declared; braces end it for some readers.
  if (styles.some((style) => /[\\{}]|\/\*/.test(style))) throw puzzling();
  return sum([...element.attributes.filter(([name]) => name !== "style"), ...styles.flatMap(declarationsIn)]);
}

/** What the style elements among `elements` declare, by class: each rule once, however many classes it is for.
 *  @throws {QrError} LOGO_INVALID for what is too long, what cannot be bounded, and for references by other selectors. */
export function declaredByClass(elements: readonly SvgElement[]): ReadonlyMap<string, readonly Declared[]> {
  const sheets = elements.map(({ text }) => text).filter((text) => text !== "");
  if (sheets.reduce((length, text) => length + text.length, 0) > MOST_STYLE) {
    throw logoFault(`is an SVG with more than ${MOST_STYLE >> 10} kB of style: use attributes instead, or a PNG`);
  }
  const byClass = new Map<string, Declared[]>();
  for (const { selectors, body } of sheets.flatMap(rulesIn)) {
    const declared = sum(declarationsIn(body));
    const { paints, others, layers, functions } = declared;
    if (paints.length + others.length + layers + functions === 0) continue;
    for (const name of new Set(selectors.split(",").map(className))) {
      const same = byClass.get(name);
      if (same) same.push(declared);
      else byClass.set(name, [declared]);
    }
  }
  return byClass;
}

/** The class that a selector means and nothing else does. */
function className(selector: string): string {
  const name = /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1];
  if (name !== undefined) return name;
  throw logoFault(
    "is an SVG whose style sheet gives references or opacity to more than classes: use attributes instead",
  );
}

/** The rules of a sheet, those inside @media like all others. What stands outside all rules has no selectors. */
function rulesIn(sheet: string): { selectors: string; body: string }[] {
  if (/\\|\/\*/.test(sheet)) throw puzzling();
  const rules: { selectors: string; body: string }[] = [];
  let selectors: string | undefined;
  const pieces = sheet.split(/([{}])/);
  for (let at = 0; at < pieces.length; at += 2) {
    const piece = pieces[at] as string;
    if (pieces[at + 1] === "{") {
      if (selectors !== undefined || piece.includes(";")) throw puzzling();
      if (!/^\s*@/.test(piece)) selectors = piece;
    } else {
      rules.push({ selectors: selectors ?? "", body: piece });
      selectors = undefined;
    }
  }
  return rules;
}

function declarationsIn(style: string): Declaration[] {
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
    if (property in LAYERS && value.trim() !== LAYERS[property]) layers++;
    if (property.endsWith("stroke-dasharray") && !UNDASHED.has(value.trim())) {
      throw logoFault("is an SVG with dashed lines: convert them to paths");
    }
  }
  return { paints, others, layers, functions };
}

function puzzling() {
  return logoFault("is an SVG with comments, escapes or nested rules in its styles: remove them, or save it as a PNG");
}
