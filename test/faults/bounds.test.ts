import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

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

/** The number that a cell means: "32 KiB" in bytes, "1.5 s" in milliseconds. */
function meant({ most, seconds }: Bound): number {
  const [, figure = "", unit = ""] = /^([\d,.]+) ?(\w*)/.exec(most) ?? [];
  return Number(figure.replaceAll(",", "")) * (seconds ? 1 : (UNITS[unit] ?? 1));
}

/** The numbers that the code gives to `name`: products of numbers, as 4 * 1024 ** 3. */
function valuesOf(code: string, name: string): number[] {
  const given = code.matchAll(
    new RegExp(String.raw`(?<![.\w])${name}\s*[:=]\s*(\d[\w.]*(?:\s\*{1,2}\s\d[\w.]*)*)`, "g"),
  );
  return [...given].map(([, product = ""]) =>
    product
      .replaceAll("_", "")
      .split(" * ")
      .map((factor) => factor.split(" ** ").map(Number))
      .reduce((value, [base = Number.NaN, power = 1]) => value * base ** power, 1),
  );
}

test.each(bounds)("$what: $most", (bound) => {
  const code = read(bound.file);
  expect(bound.why).not.toBe("");
  if (bound.most.startsWith("`")) expect(code).toContain(bound.most.slice(1, -1));
  else expect(valuesOf(code, bound.name)).toEqual([meant(bound)]);
});

/** Names that bounds have. */
const BOUND =
  /^(?:export )?const ((?:(?:MOST|MAX|LONGEST|LARGEST|DEEPEST|ROOM|CAPACITY|PATIENCE|LIFE|KEPT)(?:_[A-Z]+)*|(?:[A-Z]+_)?LIMIT)) = \d/gm;

/** What looks like one and bounds no resource: how much of a picture a share page holds
 *  itself, and the largest version of a code. */
const OTHERS = ["src/http/share-page.ts LARGEST_INLINE", "src/logo/budget.ts LARGEST"];

test("every bound in the code has its row", () => {
  const listed = new Set(bounds.map(({ file, name }) => `${file} ${name}`));
  const found = ["runtime", "http", "service", "adapters", "render"].flatMap((room) =>
    readdirSync(`${root}src/${room}`, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `src/${room}/${name}`)
      .flatMap((path) => [...read(path).matchAll(BOUND)].map(([, name]) => `${path} ${name}`)),
  );
  expect(found.length).toBeGreaterThan(25);
  expect(found.filter((bound) => !listed.has(bound) && !OTHERS.includes(bound))).toEqual([]);

  const [, server = ""] = /^const LIMITS = \{(.*?)^\}/ms.exec(read("src/runtime/node.ts")) ?? [];
  const limits = [...server.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => `src/runtime/node.ts ${name}`);
  expect(limits.length).toBeGreaterThan(5);
  expect(limits.filter((limit) => !listed.has(limit))).toEqual([]);
});
