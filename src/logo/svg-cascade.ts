import { unsupportedText } from "./errors.ts";
import { type SvgElement, valuesOf } from "./svg-elements.ts";
import { declarationsIn, rulesOf } from "./svg-styles.ts";

/** The properties of an element. Those from CSS win over attributes. */
export interface Properties {
  readonly styles: ReadonlyMap<string, string>;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface Cascade {
  /** Returns the properties that an element declares, without inherited ones. */
  propertiesOf(element: SvgElement): Properties;
  /** The properties that style sheets can set on elements that the document does not contain yet. */
  readonly loose: ReadonlySet<string>;
}

/** A selector without combinators, and the declarations of its rule. */
interface Selector {
  readonly name: string;
  readonly classes: readonly string[];
  readonly ids: readonly string[];
  readonly specificity: number;
  readonly order: number;
  readonly declared: readonly (readonly [property: string, value: string])[];
}

/** Maximum number of comparisons between rules and elements in a document. */
export const MAX_COMPARISONS = 100_000;

const COMPOUND = /^(\*|[a-z][\w-]*)?((?:[.#][\w-]+)*)$/i;

/** Matches at-rules other than those about fonts and encodings. */
const CONDITIONAL = /@(?!font-face|charset|namespace)/i;

/** Matches a selector that selects only elements that are not text, such as `g > rect.a`. */
const OTHERS = /(?:^|[\s>+~])(?!(?:text|tspan|a)(?![\w-]))[a-z][\w-]*(?:[.#:][\w-]+)*$/i;

/** Matches properties that change how text is laid out. */
const LAYOUT =
  /^(?:font|letter-|word-|text-|white-space|writing-mode|direction|dominant-|alignment-|baseline-|display)/;

const isImportant = (value: string) => /!\s*important$/i.test(value);

/** Resolves the style sheets of a document for its text. CSS Cascading 4, 6.
 *  @throws {QrError} LOGO_INVALID if rules for text depend on other elements or on the device, or if the style sheets are too
 *  long or ambiguous. */
export function createCascade(elements: readonly SvgElement[]): Cascade {
  if (elements.some(({ text }) => CONDITIONAL.test(text))) throw unsupportedText("at-rules such as @media in its CSS");
  // Indexed by a name, class or id in the selector. Otherwise, each element could be compared with a thousand selectors.
  const selectors = new Map<string, Selector[]>();
  const loose = new Set<string>();
  let order = 0;
  for (const { selectors: list, body } of rulesOf(elements)) {
    const declared = declarationsOf(body);
    for (const selector of list.split(",").map((one) => one.trim())) {
      if (selector === "") continue;
      const [isSimple, name = "*", names = ""] = COMPOUND.exec(selector) ?? [];
      if (isSimple === undefined && (!OTHERS.test(selector) || declared.some(([property]) => LAYOUT.test(property)))) {
        throw unsupportedText("selectors of several parts in its CSS");
      }
      const isLoose = /^(?:g|path)$/.test(name) || (name === "*" && names === "");
      if (isSimple === undefined || isLoose) for (const [property] of declared) loose.add(property);
      if (isSimple === undefined) continue;
      const parts = names.match(/[.#][\w-]+/g) ?? [];
      const [classes, ids] = [".", "#"].map((mark) =>
        parts.filter((one) => one[0] === mark).map((one) => one.slice(1)),
      );
      const key = parts[0] ?? name;
      const same = selectors.get(key) ?? [];
      selectors.set(key, same);
      same.push({
        ...{ name, declared, classes: classes as string[], ids: ids as string[], order: order++ },
        specificity: 10_000 * (ids?.length ?? 0) + 100 * (classes?.length ?? 0) + (name === "*" ? 0 : 1),
      });
    }
  }

  let comparisons = 0;

  function propertiesOf(element: SvgElement): Properties {
    const classes = new Set(valuesOf(element, "class").flatMap((names) => names.split(/\s+/)));
    const ids = valuesOf(element, "id");
    const keys = ["*", element.name, ...[...classes].map((name) => `.${name}`), ...ids.map((id) => `#${id}`)];
    const candidates = keys.flatMap((key) => selectors.get(key) ?? []);
    comparisons += candidates.length;
    if (comparisons > MAX_COMPARISONS) throw unsupportedText("too many rules of its CSS");
    const matching = candidates
      .filter(
        (one) =>
          (one.name === "*" || one.name === element.name) &&
          one.classes.every((name) => classes.has(name)) &&
          one.ids.every((name) => ids.includes(name)),
      )
      // The last of equally specific rules wins.
      .sort((one, other) => one.specificity - other.specificity || one.order - other.order);
    const own = valuesOf(element, "style").flatMap(declarationsOf);
    const styles = new Map<string, string>();
    for (const [property, value] of [...matching.flatMap(({ declared }) => declared), ...own]) {
      if (!isImportant(styles.get(property) ?? "") || isImportant(value)) styles.set(property, value);
    }
    return { styles, attributes: new Map(element.attributes) };
  }

  return { propertiesOf, loose };
}

function declarationsOf(body: string): Selector["declared"] {
  return declarationsIn(body)
    .map(([property, value]) => [property.trim().toLowerCase(), value.trim()] as const)
    .filter(([property, value]) => property !== "" && value !== "" && property !== value);
}
