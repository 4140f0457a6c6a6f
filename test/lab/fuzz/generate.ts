import fc from "fast-check";
import type { Case, Piece, Recipe } from "./recipe.ts";

/** Generators that several targets share. */

/** Characters that break parsers: control characters, direction marks, joiners, surrogates, noncharacters. */
const AWKWARD = [
  "\0",
  "\x7f",
  "\u0085",
  "\u2028",
  "\u202e",
  "\ufeff",
  "\u200d",
  "\ufffd",
  "\uffff",
  "\ud800",
  "\udc00",
];

const UNITS = fc.constantFrom("0", "7", "A", "$", ":", "a", "é", "ß", "漢", "カ", "🙂", "👩‍👩‍👧", "ا", ...AWKWARD);

/** Generates any string: all of Unicode, the alphabets of the standard's modes, and lone surrogates. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: UNITS, maxLength: 100 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom(
    "",
    " ",
    "\ud83d",
    "https://example.com/",
    "WIFI:T:WPA;S:a;P:b;;",
    "0123456789",
    "%",
    "a".repeat(3000),
  ),
);

const EDGES = [0, 1, 2, 7, 8, 31, 127, 128, 255, 256, 4095, 4097, 32767, 32768, 65535, 65536, 2 ** 24, 2 ** 31 - 1];

/** Generates small integers, and integers at the limits of integer types. */
export const edgeNumber = fc.oneof(fc.constantFrom(...EDGES, 2 ** 31, 2 ** 32 - 1), fc.integer({ min: 0, max: 5000 }));

const hexOf = (value: number, bytes: number) =>
  value
    .toString(16)
    .padStart(2 * bytes, "0")
    .slice(-2 * bytes);

/** Generates the bytes of length fields in either byte order. */
export const edgeField: fc.Arbitrary<Piece> = fc
  .tuple(edgeNumber, fc.constantFrom(1, 2, 4), fc.boolean())
  .map(([value, bytes, isLittle]) => {
    const hex = hexOf(value, bytes);
    return { hex: isLittle ? (hex.match(/../g) ?? []).reverse().join("") : hex };
  });

/** Returns a generator of variants of the seed file `name`, which has `length` bytes. Each variant is truncated, or has
 *  parts that are overwritten, repeated or appended. */
export function brokenSeed(name: string, length: number): fc.Arbitrary<Recipe> {
  // Change the start of the file more often, because it has most of the structure.
  const place = fc.oneof(fc.integer({ min: 0, max: Math.min(64, length) }), fc.integer({ min: 0, max: length }));
  const cut = place.map((to): Recipe => [{ seed: name, to }]);
  const field = fc.tuple(place, edgeField).map(
    ([at, edge]): Recipe => [
      { seed: name, to: at },
      edge,
      {
        seed: name,
        from: Math.min(length, at + ("hex" in (edge as object) ? (edge as { hex: string }).hex.length / 2 : 0)),
      },
    ],
  );
  const pumped = fc.tuple(place, place, fc.integer({ min: 1, max: 3000 })).map(
    ([from, span, times]): Recipe => [
      { seed: name, to: from },
      { repeat: [{ seed: name, from, to: Math.min(length, from + (span % 64) + 1) }], times },
      { seed: name, from },
    ],
  );
  const several = fc.tuple(cut, field).map(([a, b]): Recipe => [...b, ...a]);
  return fc.oneof(cut, field, field, pumped, several);
}

/** Returns a generator of strings with a start, repeated tokens, and an end that may not match. Regular expressions and
 *  parsers may backtrack on such strings. */
export function pumped(
  starts: readonly string[],
  tokens: readonly string[],
  ends: readonly string[],
): fc.Arbitrary<Recipe> {
  return fc
    .tuple(
      fc.constantFrom(...starts),
      fc.array(fc.constantFrom(...tokens), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(...ends),
    )
    .map(([start, token, times, end]): Recipe => [start, { repeat: [token.join("")], times }, end]);
}

/** Returns all combinations of a start, a repeated token and an end. */
export function everyPump(
  starts: readonly string[],
  tokens: readonly string[],
  ends: readonly string[],
): readonly Case[] {
  const all = (start: string, token: string) =>
    ends.map((end) => ({ input: [start, { repeat: [token], times: 50 }, end] satisfies Recipe }));
  return starts.flatMap((start) => tokens.flatMap((token) => all(start, token)));
}

/** Returns a generator of inputs of several kinds, each for one of the routes in `to`. */
export function cases(to: readonly string[], ...kinds: readonly fc.Arbitrary<Recipe>[]): fc.Arbitrary<Case> {
  const input = fc.oneof(...kinds);
  if (to.length === 0) return input.map((recipe) => ({ input: recipe }));
  return fc.record({ to: fc.constantFrom(...to), input });
}

/** Returns a generator that mutates inputs from `pool`: it drops, doubles, moves, inserts or stretches a few pieces, or
 *  replaces them with pieces of another input. */
export function mutated(pool: readonly Case[]): fc.Arbitrary<Case> {
  const step = fc.record({
    how: fc.constantFrom("drop", "double", "swap", "stretch", "splice", "insert", "cut"),
    at: fc.nat(1000),
    other: fc.nat(1000),
    text: fc.oneof(anyText, fc.constantFrom("<", ">", '"', "'", "{", "[", "\\", "&", "=", "\r\n", "-1", "1e9")),
    field: edgeField,
  });
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
  const apply = (recipe: Recipe, { how, at, other, text, field }: Step): Recipe => {
    if (recipe.length === 0) return [text];
    const place = at % recipe.length;
    const piece = recipe[place] as Piece;
    const before = recipe.slice(0, place);
    const behind = recipe.slice(place + 1);
    const donor = pool[other % pool.length]?.input ?? [];
    if (how === "drop") return [...before, ...behind];
    if (how === "double") return [...before, piece, piece, ...behind];
    if (how === "swap") return [...behind, piece, ...before];
    if (how === "splice") return [...before, ...donor.slice(other % (donor.length + 1))];
    if (how === "insert") return [...before, other % 2 ? text : field, piece, ...behind];
    if (how === "stretch") return [...before, { repeat: [piece], times: 1 + (other % 50) }, ...behind];
    if (typeof piece !== "string")
      return [
        ...before,
        ...nested(piece, (inner) => apply(inner, { how, at: at >> 2, other, text, field })),
        ...behind,
      ];
    const from = other % (piece.length + 1);
    return [...before, piece.slice(0, from), at % 3 ? text : field, piece.slice(from + (at % 4)), ...behind];
  };
  return fc
    .tuple(fc.nat(Math.max(0, pool.length - 1)), fc.array(step, { minLength: 1, maxLength: 4 }))
    .map(([index, steps]) => {
      const chosen = pool[index] ?? { input: [] };
      return { ...chosen, input: steps.reduce(apply, chosen.input) };
    });
}

/** Returns `piece` with `change` applied to its content. */
function nested(piece: Exclude<Piece, string>, change: (inner: Recipe) => Recipe): Recipe {
  if ("repeat" in piece) return [{ repeat: change(piece.repeat), times: piece.times }];
  if ("base64" in piece) return [{ base64: change(piece.base64) }];
  if ("json" in piece) return [{ json: change(piece.json) }];
  if ("percent" in piece) return [{ percent: change(piece.percent) }];
  if ("deflate" in piece) return [{ deflate: change(piece.deflate) }];
  if ("sized" in piece) return [{ sized: change(piece.sized) }];
  if ("chunk" in piece) return [{ chunk: piece.chunk, body: change(piece.body) }];
  return [piece];
}
