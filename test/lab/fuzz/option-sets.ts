import fc from "fast-check";
import { rows } from "../../../src/options/table.ts";
import { anyLogo } from "./cost-logos.ts";
import { type Case, type Piece, textOf } from "./recipe.ts";

/** Option sets describe requests for pictures and reports on every route. As cases, they read like queries. */

export interface OptionSet {
  readonly to: string;
  /** Values as in a query. `items` is the number of items of a batch, and `logoFile` a name for cost-logos.ts. */
  readonly input: Readonly<Record<string, string>>;
}

/** The routes. A name with an id is the route of a link that is created first, and the names of MCP tools are calls. */
export const ROUTES = [
  "GET /api/qr",
  "POST /api/qr",
  "POST /api/qr/batch",
  "GET /api/qr/validate",
  "POST /api/qr/inspect",
  "GET /api/og",
  "POST /api/i",
  "GET /i/:id",
  "GET /i/:id.svg",
  "GET /i/:id.png",
  "GET /qr",
  "GET /chart",
  "GET /v1/create-qr-code/",
  "MCP generate_qr",
  "MCP validate_qr",
] as const;

/** Units of texts, each with the number of repetitions that fit at level L. */
const UNITS = Object.entries({
  "1": 7089,
  A: 4296,
  a: 2953,
  é: 1476,
  漢: 984,
  "🙂": 738,
  A1: 2148,
  a12345678: 500,
  Aa1: 950,
});

/** The share of the capacity that each level leaves for data. */
const SHARES: Readonly<Record<string, number>> = { L: 1, M: 0.79, Q: 0.56, H: 0.43 };

const text = (level: string | undefined) =>
  fc
    .tuple(
      fc.constantFrom(...UNITS),
      fc.constantFrom(0, 0.03, 0.1, 0.25, 0.5, 0.75, 0.9, 1),
      fc.integer({ min: 1, max: 30 }),
    )
    .map(([[unit, most], share, few]) =>
      unit.repeat(Math.max(few, Math.floor(most * (SHARES[level ?? "M"] ?? 1) * share) - 8)),
    );

const COLORS = ["000000", "ffffff", "a01020", "0a2a7a"];
const GRADIENTS = [
  "radial,000000,a01020",
  "linear,45,000000,a01020",
  "linear,30,000000,a01020,0a2a7a,101010,303030",
  "radial,000000@10,a01020@20,0a2a7a@30,101010@40,303030@99",
];
const CAPTIONS = ["Scan me", "W".repeat(60), "漢".repeat(60), "مرحبا ".repeat(10).trim(), "👩‍👩‍👧".repeat(7)];
const DESIGNS = ['{"preset":"ocean"}', '{"dotStyle":"star","frame":"ticket","caption":"Scan me"}'];

/** Generates values of each option, most of them valid. */
const values: readonly (readonly [string, fc.Arbitrary<string>])[] = rows.flatMap(([name, row]) => {
  const found = anyValue(name, row);
  return found ? [[name, found] as const] : [];
});

function anyValue(name: string, row: (typeof rows)[number][1]): fc.Arbitrary<string> | undefined {
  if (name === "data") return text("M");
  if (name === "caption") return fc.constantFrom(...CAPTIONS);
  if (row.kind === "choice") return fc.constantFrom<string>(...row.of);
  if (row.kind === "integer") {
    const { min, max } = row;
    return fc.oneof(fc.constantFrom(min, max, max), fc.integer({ min, max })).map(String);
  }
  if (row.kind === "number") return fc.constantFrom(row.min, (row.min + row.max) / 2, row.max).map(String);
  if (row.kind === "flag") return fc.constantFrom("true", "false");
  if (/gradient$/i.test(name)) return fc.constantFrom(...GRADIENTS);
  if (/color$|^bg$/i.test(name)) return fc.constantFrom(...COLORS, ...(name === "bg" ? ["transparent"] : []));
  if (name === "design") return fc.constantFrom(...DESIGNS);
  if (name === "title") return fc.constantFrom("QR code", "W".repeat(200), "漢字 ".repeat(60).trim());
  return undefined;
}

const extra = [
  ["logoFile", anyLogo],
  ["items", fc.constantFrom("10", "50")],
] as const;

const option = fc.oneof(...[...values, ...extra].map(([name, value]) => value.map((word) => [name, word] as const)));

/** Generates option sets. Half of them have a long text in a large picture. */
export const anySet: fc.Arbitrary<OptionSet> = fc
  .record({
    to: fc.constantFrom(...ROUTES),
    options: fc.array(option, { maxLength: 8 }),
    format: fc.constantFrom("png", "svg", "svg", "json"),
    size: fc.constantFrom("32", "256", "512", "1024", "2048"),
    ec: fc.constantFrom("L", "M", "Q", "H"),
  })
  .chain(({ to, options, ...others }) =>
    text(others.ec).map((data) => ({ to, input: { data, ...Object.fromEntries(options), ...others } })),
  );

/** Generates variants of the sets in `pool`: options are replaced, removed, or copied from another set. */
export function mutatedSet(pool: readonly OptionSet[]): fc.Arbitrary<OptionSet> {
  const step = fc.oneof(
    option.map(([name, word]) => (input: OptionSet["input"]) => ({ ...input, [name]: word })),
    fc
      .tuple(fc.constantFrom("L", "M", "Q", "H"), fc.constant(undefined))
      .chain(([ec]) => text(ec).map((data) => (input: OptionSet["input"]) => ({ ...input, data, ec }))),
    fc.nat(100).map((at) => (input: OptionSet["input"]) => {
      const names = Object.keys(input).filter((name) => name !== "data");
      const dropped = names[at % Math.max(1, names.length)];
      return Object.fromEntries(Object.entries(input).filter(([name]) => name !== dropped));
    }),
    fc.constantFrom(...pool).map(({ input: other }) => (input: OptionSet["input"]) => ({ ...input, ...other })),
  );
  return fc
    .tuple(
      fc.constantFrom(...pool),
      fc.array(step, { minLength: 1, maxLength: 3 }),
      fc.option(fc.constantFrom(...ROUTES), { freq: 3 }),
    )
    .map(([{ to, input }, steps, other]) => ({
      to: other ?? to,
      input: steps.reduce((all, change) => change(all), input),
    }));
}

/** Returns the case that describes `set`. Repeated texts become short pieces. */
export function caseOf({ to, input }: OptionSet): Case {
  const pieces = Object.entries(input).flatMap(([name, word], at): Piece[] => [
    `${at > 0 ? "&" : ""}${name}=`,
    ...(word === "" ? [] : [percentOf(word)]),
  ]);
  return { to, input: joined(pieces) };
}

/** Returns the set that `one` describes, or undefined for other inputs. */
export function setOf({ to = "", input }: Case): OptionSet | undefined {
  if (!(ROUTES as readonly string[]).includes(to)) return undefined;
  return { to, input: Object.fromEntries(new URLSearchParams(textOf(input))) };
}

function percentOf(word: string): Piece {
  const unit = /^(.{1,12}?)\1{7,}$/su.exec(word)?.[1];
  if (unit !== undefined) return { percent: [{ repeat: [unit], times: word.length / unit.length }] };
  return encodeURIComponent(word).replaceAll("%2C", ",");
}

/** Returns `recipe` with strings next to each other joined. */
function joined(recipe: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of recipe) {
    const last = result.at(-1);
    if (typeof piece === "string" && typeof last === "string") result[result.length - 1] = last + piece;
    else result.push(piece);
  }
  return result;
}

/** Returns a short description of `set`. */
export function titleOf({ to, input }: OptionSet): string {
  const all = Object.entries(input).map(([name, word]) => {
    const unit = word.length > 40 ? /^(.{1,12}?)\1+$/su.exec(word)?.[1] : undefined;
    return `${name}=${unit === undefined ? word.slice(0, 60) : `${unit}*${word.length / unit.length}`}`;
  });
  return `${to} ${all.join(" ")}`;
}
