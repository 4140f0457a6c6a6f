import { createDice, levels, mixedText, pick } from "../core/texts.ts";

/** `count` sets of options, the same for the same seed: every option that the library has, with values of every kind, and
 *  now and then one that is refused. */
export function optionSets(count: number, seed: number): Record<string, unknown>[] {
  const dice = createDice(seed);
  const color = () => dice(0x1000000).toString(16).padStart(6, "0");
  return Array.from({ length: count }, (_, index) => ({
    data: index % 25 === 7 ? "long ".repeat(300 + dice(500)) : mixedText(dice, 5, 20),
    format: pick(dice, ["png", "svg"]),
    size: pick(dice, [32, 64, 256, 300, 32 + dice(600)]),
    margin: dice(11),
    ec: pick(dice, levels),
    dotStyle: pick(dice, ["square", "square", "rounded", "dots", "classy", "classy-rounded", "extra-rounded"]),
    ...(dice(2) ? { color: color(), bg: color() } : {}),
    ...(dice(3) ? {} : { version: 1 + dice(40), mask: dice(8) }),
    ...(dice(4) ? {} : { boost: true, eci: true, title: "Ein <Titel> & mehr" }),
    ...(index % 50 === 9 ? { size: 5 } : {}),
  }));
}
