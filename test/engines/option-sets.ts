import type { SvgOptions } from "../../src/index.ts";
import { table } from "../../src/options/table.ts";
import { createRandom, levels, mixedText, pick } from "../core/texts.ts";

/** Returns `count` sets of options, which depend only on the seed. They cover all options of the library with all kinds
 *  of values, and a few sets are invalid. */
export function optionSets(count: number, seed: number): Record<string, unknown>[] {
  const random = createRandom(seed);
  const color = () => random(0x1000000).toString(16).padStart(6, "0");
  const values = {
    size: () => pick(random, [32, 64, 256, 300, 32 + random(600)]),
    margin: () => random(11),
    ec: () => pick(random, levels),
    dotStyle: () => pick(random, table.dotStyle.of),
    color,
    bg: () => pick(random, [color(), color(), "transparent"]),
    version: () => 1 + random(40),
    mask: () => random(8),
    boost: () => true,
    eci: () => true,
    title: () => "Ein <Titel> & mehr",
    // The server takes inline logos by another name, and the library draws them only in SVGs.
    logo: () => undefined,
    logoSize: () => (10 + random(31)) / 100,
    logoMargin: () => random(21),
  } satisfies Readonly<Record<keyof SvgOptions, () => unknown>>;
  return Array.from({ length: count }, (_, index) => ({
    data: index % 25 === 7 ? "long ".repeat(300 + random(500)) : mixedText(random, 5, 20),
    format: pick(random, ["png", "svg"]),
    ...Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (random(2) ? [[name, value()] as const] : [])),
    ),
    ...(index % 50 === 9 ? { size: 5 } : {}),
  }));
}
