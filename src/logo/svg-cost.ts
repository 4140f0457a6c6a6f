import { svgFault } from "./errors.ts";
import { type SvgElement, valuesOf } from "./svg-elements.ts";
import { addressesOf, type Declared, declaredBy, declaredByClass } from "./svg-styles.ts";

/** Maximum cost of a document. A shape with a plain fill costs 1, and a referenced element counts each time it is
 *  drawn. A shape that fills the largest picture takes milliseconds, so this limit amounts to seconds. */
export const MAX_WORK = 3000;

export const MAX_FILTERS = 100;
/** Maximum length of a chain of references. */
export const LONGEST_CHAIN = 16;

/** Costs of elements that cost more than a shape, because they need a separate layer or process all pixels several times.
 *  Other elements cost 1. */
const COST = new Map(Object.entries({ mask: 20, clipPath: 10, pattern: 20, image: 50 }));
const LAYER_COST = 15;
const PRIMITIVE_COST = 100;

/** Cost of a gradient stop, because renderers search the stops for every pixel. */
const STOP_COST = 0.1;
/** Number of path characters, and number of image pixels, that cost as much as one shape. */
const PATH_LENGTH = 1000;
const PICTURE_PIXELS = 20_000;

/** Elements that are drawn only where they are referenced, or never. */
export const UNDRAWN: ReadonlySet<string> = new Set(
  "defs symbol clipPath mask pattern filter linearGradient radialGradient metadata title desc style".split(" "),
);

interface Measured {
  /** Cost of drawing the element once. */
  readonly cost: number;
  /** Cost that this element adds to each element that uses it as paint. */
  readonly paint: number;
  /** Length of the longest chain of references that begins at the element. */
  readonly chain: number;
}

/** Checks the cost of drawing a document, including references. `pixels` maps each image element to the number of
 *  pixels of its embedded image.
 *  @throws {QrError} LOGO_INVALID if the cost is too high. */
export function checkCost(elements: readonly SvgElement[], pixels: ReadonlyMap<SvgElement, number>): void {
  if (elements.filter(({ name }) => name === "filter").length > MAX_FILTERS) {
    throw svgFault(`with more than ${MAX_FILTERS} filters: simplify it`);
  }
  const byId = indexIds(elements);
  const byClass = declaredByClass(elements);
  const known = new Map<unknown, Measured | undefined>();

  /** Calls `measure` once per key, and rejects circular references. */
  function once(key: unknown, measure: () => Measured): Measured {
    if (known.has(key)) {
      const done = known.get(key);
      if (!done) throw svgFault("with circular references: remove them");
      return done;
    }
    known.set(key, undefined);
    const measured = measure();
    if (!(measured.cost <= MAX_WORK) || measured.chain > LONGEST_CHAIN) throw tooMuch();
    known.set(key, measured);
    return measured;
  }

  /** Measures all elements with this id, because renderers disagree about which of several they use. `hops` is the number of
   *  references followed so far, and limits the recursion. */
  function target(address: string, hops: number): Measured {
    if (hops > LONGEST_CHAIN) throw tooMuch();
    const found = byId.get(address) ?? [];
    return once(address, () => {
      const all = total(found.map((at) => element(at, hops)));
      return { ...all, chain: all.chain + 1 };
    });
  }

  function declared(of: Declared, hops: number): Measured {
    return once(of, () => {
      const paints = total(of.paints.map((address) => target(address, hops + 1)));
      const others = total(of.others.map((address) => target(address, hops + 1)));
      return {
        cost: others.cost + of.layers * LAYER_COST + of.functions * PRIMITIVE_COST,
        paint: paints.cost,
        chain: Math.max(paints.chain, others.chain),
      };
    });
  }

  function className(name: string, hops: number): Measured {
    const rules = byClass.get(name) ?? [];
    return once(`.${name}`, () => total(rules.map((rule) => declared(rule, hops))));
  }

  function element(at: number, hops: number): Measured {
    return once(at, () => {
      const one = elements[at] as SvgElement;
      const drawn = one.children.filter((child) => !UNDRAWN.has((elements[child] as SvgElement).name));
      const inside = total(drawn.map((child) => element(child, hops)));
      const classes = new Set(valuesOf(one, "class").flatMap((names) => names.split(/\s+/)));
      const style = total([
        declared(declaredBy(one), hops),
        ...[...classes].map((name) => className(name, hops)),
        ...addressesOf(one)
          .filter((address) => address.startsWith("#"))
          .map((address) => target(address, hops + 1)),
      ]);
      const own = /^(?:linear|radial)Gradient$/.test(one.name)
        ? STOP_COST * one.children.length
        : ownCost(one, pixels) + inside.cost;
      return {
        cost: (own + style.cost) * (1 + style.paint),
        paint: 0,
        chain: Math.max(inside.chain, style.chain),
      };
    });
  }

  element(0, 0);
}

/** Returns the indices of elements by fragment, such as "#id". */
export function indexIds(elements: readonly SvgElement[]): ReadonlyMap<string, readonly number[]> {
  const byId = new Map<string, number[]>();
  for (const [at, element] of elements.entries()) {
    for (const id of valuesOf(element, "id")) {
      const same = byId.get(`#${id}`) ?? [];
      same.push(at);
      byId.set(`#${id}`, same);
    }
  }
  return byId;
}

function total(parts: readonly Measured[]): Measured {
  let [cost, paint, chain] = [0, 0, 0];
  for (const part of parts) {
    cost += part.cost;
    paint += part.paint;
    chain = Math.max(chain, part.chain);
  }
  return { cost, paint, chain };
}

/** Returns the cost of an element without its children and references. */
function ownCost(element: SvgElement, pixels: ReadonlyMap<SvgElement, number>): number {
  const { name } = element;
  const path = [...valuesOf(element, "d"), ...valuesOf(element, "points")].join("").length;
  const one = name.startsWith("fe") ? PRIMITIVE_COST : (COST.get(name) ?? 1);
  return one + Math.floor(path / PATH_LENGTH) + Math.floor((pixels.get(element) ?? 0) / PICTURE_PIXELS);
}

function tooMuch() {
  return svgFault("that is too complex to draw: simplify it");
}
