import type { SvgOptions } from "../../src/index.ts";
import { table } from "../../src/options/table.ts";
import { createDice, levels, mixedText, pick } from "../core/texts.ts";

/** Returns `count` sets of options, the same ones for the same seed: all options of the library, with all kinds of
 *  values. A few sets are invalid. */
export function optionSets(count: number, seed: number): Record<string, unknown>[] {
  const dice = createDice(seed);
  const color = () => dice(0x1000000).toString(16).padStart(6, "0");
  const values = {
    size: () => pick(dice, [32, 64, 256, 300, 32 + dice(600)]),
    margin: () => dice(11),
    ec: () => pick(dice, levels),
    dotStyle: () => pick(dice, table.dotStyle.of),
    color,
    bg: color,
    version: () => 1 + dice(40),
    mask: () => dice(8),
    boost: () => true,
    eci: () => true,
    title: () => "Ein <Titel> & mehr",
  } satisfies Readonly<Record<keyof SvgOptions, () => unknown>>;
  return Array.from({ length: count }, (_, index) => ({
    data: index % 25 === 7 ? "long ".repeat(300 + dice(500)) : mixedText(dice, 5, 20),
    format: pick(dice, ["png", "svg"]),
    ...Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (dice(2) ? [[name, value()] as const] : [])),
    ),
    ...(index % 50 === 9 ? { size: 5 } : {}),
  }));
}
