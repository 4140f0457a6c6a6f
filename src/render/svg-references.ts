import type { SvgElement } from "./svg-elements.ts";

/** What elements of an SVG refer to, by addresses, attributes and style sheets. */

/** Targets that are painted with, and so drawn anew for everything inside that inherits the paint; and all others. */
export interface References {
  readonly paints: readonly string[];
  readonly others: readonly string[];
}

const isPaint = (property: string) => /^(?:fill|stroke)$/i.test(property.trim());

/** The targets of all url(…) in a value or a style sheet. */
export function targetsIn(value: string): string[] {
  if (!/url\(/i.test(value)) return [];
  return [...value.matchAll(/url\(\s*["']?([^)"']*)/gi)].map((found) => (found[1] ?? "").trim());
}

/** The values of `href` in its old and its new spelling. */
export function addressesOf({ attributes }: SvgElement): string[] {
  const found = [...attributes].filter(([name]) => name === "href" || name.endsWith(":href"));
  return found.map(([, value]) => value.trim());
}

/** Gives what each element refers to by itself and by the style sheets among `elements`: by its classes, and selectors
 *  of any other kind are taken to mean all that is drawn. */
export function referencesIn(
  elements: readonly SvgElement[],
  isDrawn: (element: SvgElement) => boolean,
): (element: SvgElement) => References {
  const byClass = new Map<string, string[]>();
  const everywhere: string[] = [];
  for (const { text } of elements) {
    for (const [, selectors = "", body = ""] of text.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
      if (targetsIn(body).length === 0) continue;
      for (const selector of selectors.split(",")) {
        const name = /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1];
        if (name === undefined) everywhere.push(body);
        else byClass.set(name, [...(byClass.get(name) ?? []), body]);
      }
    }
  }
  return (element) => {
    const { attributes } = element;
    const classes = (attributes.get("class") ?? "").split(/\s+/).flatMap((name) => byClass.get(name) ?? []);
    const styles = [...classes, attributes.get("style") ?? "", ...(isDrawn(element) ? everywhere : [])];
    const declared = styles.flatMap((style) =>
      style.split(";").map((one) => one.split(/:([\s\S]*)/) as [string, string?]),
    );
    const plain = [...attributes].filter(([name]) => name !== "style");
    const paints: string[] = [];
    const others = addressesOf(element).filter((address) => address.startsWith("#"));
    for (const [property, value = ""] of [...plain, ...declared]) {
      (isPaint(property) ? paints : others).push(...targetsIn(value));
    }
    return { paints, others };
  };
}
