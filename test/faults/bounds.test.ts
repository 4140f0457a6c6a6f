import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LIMITS } from "../../src/runtime/connections.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

/** A row of docs/deploy/bounds.md. */
interface Bound {
  readonly what: string;
  readonly most: string;
  readonly file: string;
  readonly name: string;
  readonly seconds: boolean;
  readonly why: string;
}

const bounds: readonly Bound[] = read("docs/deploy/bounds.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:\*\*|What )/.test(line))
  .map((line) => {
    const [what = "", most = "", where = "", why = ""] = line.slice(2, -2).split(" | ");
    const [, file = "", name = "", seconds] = /^`([^`]+)` `([^`]+)`( \(seconds\))?$/.exec(where) ?? [];
    return { what, most, file, name, seconds: seconds !== undefined, why };
  });

const UNITS: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, s: 1000 };

/** Returns the number in a cell: bytes for "32 KiB", and milliseconds for "1.5 s", or seconds if `seconds` is set. */
function numberIn({ most, seconds }: Pick<Bound, "most" | "seconds">): number {
  const [, figure = "", unit = ""] = /^([\d,.]+) ?(\w*)/.exec(most) ?? [];
  return Number(figure.replaceAll(",", "")) * (seconds ? 1 : (UNITS[unit] ?? 1));
}

/** The values of limits that depend on the machine. */
const COMPUTED: Readonly<Record<string, number>> = {
  "`availableParallelism() - 1`": Math.max(1, availableParallelism() - 1),
};

/** Resolves to the export `name` of a module. If `name` contains dots, resolves to a property of the export. */
async function exported({ file, name }: Pick<Bound, "file" | "name">): Promise<unknown> {
  let found: unknown = await import(`${root}${file}`);
  for (const part of name.split(".")) found = Reflect.get(Object(found), part);
  return found;
}

test.each(bounds)("$what: $most", async (bound) => {
  const found = await exported(bound);
  expect(bound.why).not.toBe("");
  // This limit is a function, not a number. Other tests cover it.
  if (bound.most === "those in the folder") expect(found).toBeTypeOf("function");
  else expect(found).toBe(COMPUTED[bound.most] ?? numberIn(bound));
});

/** Matches constants that are named like limits. */
const BOUND =
  /^(?:export )?const ((?:(?:MOST|MAX|LONGEST|LARGEST|DEEPEST|ROOM|CAPACITY|PATIENCE|LIFE|KEPT)(?:_[A-Z]+)*|(?:[A-Z]+_)?LIMIT)) = \d/gm;

/** Constants that are named like limits but do not bound a resource: the texts and pictures that share pages
 *  inline, the largest version of a QR code, the scanlines that share the colours of a gradient, and the score of a
 *  code with small modules. */
const OTHERS = [
  "src/http/links.ts MAX_INLINED",
  "src/http/share/page.ts LARGEST_INLINE",
  "src/logo/budget.ts LARGEST_VERSION",
  "src/render/ramp.ts MAX_ROWS",
  "src/report/advice.ts MAX_IF_SMALL",
];

test("docs/deploy/bounds.md lists every constant that is named like a limit", () => {
  const listed = new Set(bounds.map(({ file, name }) => `${file} ${name}`));
  const found = ["adapters", "http", "logo", "render", "runtime", "service", "stores", "work"].flatMap((room) =>
    readdirSync(`${root}src/${room}`, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `src/${room}/${name}`)
      .flatMap((path) => [...read(path).matchAll(BOUND)].map(([, name]) => `${path} ${name}`)),
  );
  expect(found.length).toBeGreaterThan(25);
  expect(found.filter((bound) => !listed.has(bound) && !OTHERS.includes(bound))).toEqual([]);

  const limits = Object.keys(LIMITS).map((name) => `src/runtime/connections.ts LIMITS.${name}`);
  expect(limits.length).toBeGreaterThan(5);
  expect(limits.filter((limit) => !listed.has(limit))).toEqual([]);
});

/** The stores of docs/deploy/links.md, in the order of its table. */
const STORES = ["memory", "sqlite/store", "postgres/store", "d1", "indexeddb"];

test("docs/deploy/links.md states the default limit of every store", async () => {
  const stated = [...read("docs/deploy/links.md").matchAll(/^\| .+? \| ([\d,]+ \w+) \|/gm)].map(
    ([, most = ""]) => most,
  );
  const limits = await Promise.all(STORES.map((name) => exported({ file: `src/stores/${name}.ts`, name: "CAPACITY" })));
  expect(stated.map((most) => numberIn({ most, seconds: false }))).toEqual(limits);
});
