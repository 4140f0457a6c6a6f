import { createHash } from "node:crypto";
import type { SymbolSettings } from "../../src/core/symbol.ts";
import { QrError } from "../../src/errors.ts";
import type { Core } from "./load-core.ts";
import { createRandom, levels, mixedText, pick, randomText } from "./texts.ts";

/** Calls a core, and returns the result or its hash as a string. */
export type Job = (core: Core) => string;

function fingerprint(value: string | Uint8Array): string {
  return createHash("sha1").update(value).digest("hex");
}

/** Returns `count` jobs, which depend only on `seed`. Each job encodes a random text with random settings, and returns
 *  the hash of the modules or of a PNG, the path of an SVG, or the message of the error. */
export function jobs(seed: number, count: number): Job[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const long = index % 9 === 0;
    const text =
      index % 50 === 7
        ? "\ud800"
        : long
          ? randomText(random, "abc123XYZ:", 1 + random(5000))
          : mixedText(random, 5, 15);
    const settings: SymbolSettings = {
      ec: pick(random, levels),
      version: pick(random, [1, 1, 1 + random(40)]),
      mask: pick(random, [undefined, undefined, random(8)]),
      boost: random(4) === 0,
      eci: random(4) === 0,
    };
    const frame = {
      size: 32 + random(400),
      margin: random(11),
      color: "102030",
      bg: pick(random, ["ffffff", "eeeeee", "transparent"]),
    };
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
