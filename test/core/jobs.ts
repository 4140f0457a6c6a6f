import { createHash } from "node:crypto";
import type { Core } from "../../src/core/core.ts";
import type { SymbolSettings } from "../../src/core/symbol.ts";
import { QrError } from "../../src/errors.ts";
import { createDice, levels, mixedText, pick, randomText } from "./texts.ts";

/** A call of a core, which returns a summary of its result. */
export type Job = (core: Core) => string;

function fingerprint(value: string | Uint8Array): string {
  return createHash("sha1").update(value).digest("hex");
}

/** Calls that return a symbol, a PNG or an SVG. Errors are results too. */
export function jobs(seed: number, count: number): Job[] {
  const dice = createDice(seed);
  return Array.from({ length: count }, (_, index) => {
    const long = index % 9 === 0;
    const text =
      index % 50 === 7 ? "\ud800" : long ? randomText(dice, "abc123XYZ:", 1 + dice(5000)) : mixedText(dice, 5, 15);
    const settings: SymbolSettings = {
      ec: pick(dice, levels),
      version: pick(dice, [1, 1, 1 + dice(40)]),
      mask: pick(dice, [undefined, undefined, dice(8)]),
      boost: dice(4) === 0,
      eci: dice(4) === 0,
    };
    const frame = { size: 32 + dice(400), margin: dice(11), color: "102030", bg: pick(dice, ["ffffff", "eeeeee"]) };
    return (core) => {
      try {
        if (index % 3 === 0) return fingerprint(core.encodeSymbol(text, settings).modules);
        if (index % 3 === 1) return fingerprint(core.encodePng(text, settings, frame));
        return core.encodeOutline(text, settings, frame.margin).path;
      } catch (error) {
        if (error instanceof QrError) return error.message;
        throw error;
      }
    };
  });
}
