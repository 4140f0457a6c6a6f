import { logoFault } from "./logo-fault.ts";
import type { SvgElement } from "./svg-elements.ts";
import { referencesIn } from "./svg-references.ts";

/** How much work an SVG logo may be. */

/** Work there may be, in shapes of plain colour; what is drawn by reference counts each time. A shape as large as the
 *  picture takes about a millisecond, so that this bounds seconds and not moments: servers set a limit in time as well. */
const MOST_WORK = 20_000;

/** Filters there may be. */
const MOST_FILTERS = 100;

/** Longest chain of references. */
const LONGEST_CHAIN = 16;

/** What drawing once costs more than a shape does: those that need a layer of their own, or all pixels several times. */
const COST: Readonly<Record<string, number>> = { mask: 20, clipPath: 10, pattern: 20, image: 50 };
const LAYER_COST = 10;
const PRIMITIVE_COST = 500;

/** Characters of a path that are as much work as a shape. */
const PATH_LENGTH = 100;

/** Only drawn where something refers to them. */
const UNDRAWN = new Set(
  "defs symbol clipPath mask pattern filter linearGradient radialGradient metadata title desc style".split(" "),
);

/** Inside these only what they are made of is looked at, which no selector is taken to mean. */
const isDrawn = ({ name }: SvgElement) => !UNDRAWN.has(name) && !/^(?:fe[A-Z]|stop$)/.test(name);

/** Bounds the work of drawing a document, counting what its references multiply.
 *  @throws {QrError} LOGO_INVALID when it is too much. */
export function checkCost(elements: readonly SvgElement[]): void {
  if (elements.filter(({ name }) => name === "filter").length > MOST_FILTERS) {
    throw logoFault(`is an SVG of more than ${MOST_FILTERS} filters: use a simpler picture`);
  }
  // Which one of several with the same id is meant, readers do not agree on: all of them count.
  const byId = new Map<string, number[]>();
  for (const [at, { attributes }] of elements.entries()) {
    const id = attributes.get("id");
    if (id === undefined) continue;
    const same = byId.get(`#${id}`);
    if (same) same.push(at);
    else byId.set(`#${id}`, [at]);
  }
  const referencesOf = referencesIn(elements, isDrawn);
  const known = new Map<number, { cost: number; chain: number } | undefined>();

  /** What drawing an element once costs, and how long its chains of references are. */
  function measure(at: number): { cost: number; chain: number } {
    if (known.has(at)) {
      const done = known.get(at);
      if (!done) throw logoFault("is an SVG that refers to itself: use a simpler picture");
      return done;
    }
    known.set(at, undefined);
    const element = elements[at] as SvgElement;
    let chain = 0;
    const total = (targets: readonly string[]) => {
      let sum = 0;
      for (const found of targets.flatMap((target) => byId.get(target) ?? [])) {
        const reached = measure(found);
        sum += reached.cost;
        chain = Math.max(chain, reached.chain + 1);
      }
      return sum;
    };
    let inside = ownCost(element);
    for (const child of element.children) {
      const { name } = elements[child] as SvgElement;
      if (UNDRAWN.has(name)) continue;
      const reached = measure(child);
      inside += reached.cost;
      chain = Math.max(chain, reached.chain);
    }
    const { paints, others } = referencesOf(element);
    const cost = inside * (1 + total(paints)) + total(others);
    if (cost > MOST_WORK || chain > LONGEST_CHAIN) {
      throw logoFault("is an SVG that takes too much work to draw: use a simpler picture");
    }
    const measured = { cost: element.name.endsWith("Gradient") ? 0 : cost, chain };
    known.set(at, measured);
    return measured;
  }
  measure(0);
}

/** What an element costs by itself. */
function ownCost({ name, attributes }: SvgElement): number {
  const path = attributes.get("d")?.length ?? attributes.get("points")?.length ?? 0;
  const layer = attributes.has("opacity") ? LAYER_COST : 0;
  return (name.startsWith("fe") ? PRIMITIVE_COST : (COST[name] ?? 1)) + layer + Math.floor(path / PATH_LENGTH);
}
