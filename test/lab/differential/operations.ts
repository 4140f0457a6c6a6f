import { createHash } from "node:crypto";
import fc from "fast-check";
import { createRandom, pick, type Random } from "../../core/texts.ts";
import { anyCall, anyElement, anyPayload } from "./operations/calls.ts";
import { anyCommand } from "./operations/commands.ts";
import { anyLink } from "./operations/links.ts";
import { anyBatch, anyCard, anyFuzzed, anyHeavy, anyOddRequest, anyPicture, anyReport } from "./operations/requests.ts";

/** A request. The text `:id`, `:token` or `:etag` stands for the value in an earlier response of the operation. */
export interface Step {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Something that both versions do. Only plain data: processes send it to each other. `group` is a short name of the
 *  function or the route, by which differences are grouped. */
export type Operation = { readonly group: string } & (
  | { readonly kind: "http"; readonly steps: readonly Step[] }
  | { readonly kind: "library"; readonly call: string; readonly args: readonly unknown[] }
  | { readonly kind: "payload"; readonly call: string; readonly of?: string; readonly args: readonly unknown[] }
  | { readonly kind: "element"; readonly attributes: Readonly<Record<string, unknown>> }
  | {
      readonly kind: "cli";
      readonly args: readonly string[];
      readonly files?: Readonly<Record<string, string | Uint8Array>>;
    }
);

/** Draws one value from generators of both kinds that the tests have. */
export interface Source {
  readonly random: Random;
  /** Returns one value of a fast-check generator. */
  from<Value>(values: fc.Arbitrary<Value>): Value;
}

type Generator = (source: Source) => Operation;

/** The generators with their shares. Reports and cards take a hundred times as long as other operations. */
const generators: readonly (readonly [share: number, generator: Generator])[] = [
  [280, anyPicture],
  [160, anyFuzzed],
  [6, anyHeavy],
  [18, anyBatch],
  [8, anyReport],
  [5, anyCard],
  [110, anyLink],
  [35, anyOddRequest],
  [230, anyCall],
  [80, anyPayload],
  [30, anyElement],
  [40, anyCommand],
];

const lots = generators.flatMap(([share, generator]) => Array<Generator>(share).fill(generator));

/** Returns the operation with the number `index`, which depends only on the seed and this number. */
export function operationAt(seed: number, index: number): Operation {
  const number = createHash("sha256").update(`${seed} ${index}`).digest().readUInt32LE();
  const random = createRandom(number);
  let drawn = 0;
  const from = <Value>(values: fc.Arbitrary<Value>): Value => {
    const [value] = fc.sample(values, { seed: number + drawn++, numRuns: 1 });
    return value as Value;
  };
  return pick(random, lots)({ random, from });
}
