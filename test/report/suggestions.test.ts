import { describe, expect, test } from "vitest";
import type { Report } from "../../src/api.ts";
import { gridOf } from "../../src/logo/placement.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import { parseOptions } from "../../src/options/parse.ts";
import { table } from "../../src/options/table.ts";
import { examine } from "../../src/report/examine.ts";
import { checkScan } from "../../src/report/proof.ts";
import { inspect } from "../../src/service/service.ts";
import { randomFrom } from "../lab/scan-lab/damage/random.ts";
import { heavy, logoData, url } from "../service/reports.ts";
import { rounds } from "../sweep.ts";

/** Resolves to the changes that the issue with this code suggests, as options. */
async function waysOf(code: string, input: RawOptions): Promise<RawOptions[]> {
  const { issues } = await examine({ data: url, ...input }, { heavy });
  return issues.flatMap((issue) => (issue.code === code ? ((issue.ways ?? []) as RawOptions[]) : []));
}

/** Resolves to the report after the first change that the issue suggests. */
async function follow(code: string, input: RawOptions): Promise<Report> {
  const [way] = await waysOf(code, input);
  return inspect({ data: url, ...input, ...way }, { heavy });
}

/** Returns the width of the quiet zone in modules, with the pixels left over around a PNG. */
function quietOf(input: RawOptions, { qr }: Report): number {
  const { scale, offset } = gridOf(qr?.size ?? 0, parseOptions({ data: url, ...input }).options);
  return offset / scale;
}

describe("a larger size", () => {
  test("keeps the quiet zone that consists of pixels left over", async () => {
    // In a PNG of 100 px, 25 modules of 4 px would have no quiet zone.
    for (const [size, quiet, wanted] of [
      [81, 1, 1],
      [87, 2, 2],
      [99, 4, 3],
    ]) {
      const input = { margin: 0, size };
      expect(quietOf(input, await inspect({ data: url, ...input }, { heavy }))).toBe(quiet);
      const [way] = await waysOf("too_small", input);
      const after = await follow("too_small", input);
      expect(after.qr?.pixelsPerModule).toBe(4);
      expect(quietOf({ ...input, ...way }, after)).toBe(wanted);
    }
  });

  test("is the smallest one if no pixels are left over, and for an SVG", async () => {
    expect(await waysOf("too_small", { margin: 0, size: 75 })).toEqual([{ size: 100 }]);
    expect(await waysOf("too_small", { margin: 0, size: 99, format: "svg" })).toEqual([{ size: 100 }]);
  });

  test("is large enough for the version that a logo then needs", async () => {
    const input = { data: "https://example.com/12345", logoData, logoSize: 0.28, ec: "L", size: 176, dotStyle: "star" };
    const { qr } = await follow("too_small", input);
    expect(qr?.pixelsPerModule).toBeGreaterThanOrEqual(4);
  });
});

test("a wider quiet zone makes small modules of an SVG a whole number of pixels wide", async () => {
  for (const [size, pixels] of [
    [53, 2],
    [73, 3],
    [95, 4],
  ] as const) {
    const { qr } = await follow("quiet_zone_missing", { margin: 2, size, format: "svg" });
    expect(qr?.pixelsPerModule, String(size)).toBe(pixels);
  }
});

test("a larger version is not suggested for a logo on modules of one pixel", async () => {
  const input = { data: "https://example.com/1", logoData, logoSize: 0.114, ec: "L", size: 65 };
  const ways = await waysOf("logo_too_large", input);
  expect(ways.length).toBeGreaterThan(0);
  expect(ways.filter((way) => "version" in way)).toEqual([]);
});

test("a larger version is not suggested if a slightly smaller logo is enough", async () => {
  const ways = await waysOf("logo_too_large", { logoData, frame: "rounded", size: 2048, logoSize: 0.4 });
  expect(ways).toEqual([{ logoSize: 0.33 }]);
});

/** The score depends slightly on how modules are aligned with pixels. A change without an effect may lower it by two steps
 *  of the margin noise. */
const CHANCE = (2 * 0.32) / 7;

test("larger modules and quiet zones do not lower the score of plain codes", { timeout: 120_000 }, async () => {
  const seen: Record<string, number> = {};
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomFrom(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const input = {
      data: `https://example.com/${seed}`.padEnd(10 * 18 ** random(), "abcdefgh12345678"),
      ec: pick(table.ec.of),
      size: Math.round(70 * 5 ** random()),
      margin: Math.floor(5 * random()),
      format: pick(["png", "svg"] as const),
      dotStyle: pick(["square", "rounded", "dots"] as const),
      color: pick(["000000", "2255cc", "777777"]),
    };
    const before = await inspect(input, { heavy });
    for (const code of ["too_small", "quiet_zone_missing"] as const) {
      if (!before.scan || !before.issues.some((issue) => issue.code === code)) continue;
      seen[code] = (seen[code] ?? 0) + 1;
      const { scan } = await follow(code, input);
      expect(scan?.score, JSON.stringify(input)).toBeGreaterThan(before.scan.score - CHANCE);
      const rank = (grade = "F") => (grade === "A" ? "B" : grade);
      expect(rank(scan?.grade) <= rank(before.scan.grade), JSON.stringify(input)).toBe(true);
    }
  }
  expect(seen.too_small).toBeGreaterThan(15);
  expect(seen.quiet_zone_missing).toBeGreaterThan(20);
});

/** Returns options with random colours, which often have too little contrast. */
function randomColors(seed: number): RawOptions {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const hex = (from: number, to: number) =>
    [0, 1, 2]
      .map(() =>
        Math.floor(from + random() * (to - from))
          .toString(16)
          .padStart(2, "0"),
      )
      .join("");
  const [dark, light] = [() => hex(0, 200), () => hex(100, 256)];
  const [color, bg] = random() < 0.3 ? [light(), dark()] : [dark(), light()];
  return {
    data: `https://example.com/${"abcdefghij".repeat(Math.floor(6 * random()))}${seed}`,
    size: pick([150, 250, 400]),
    margin: pick([0, 2, 4]),
    ec: pick(["L", "M", "Q"]),
    color,
    bg,
    ...(random() < 0.3 && { gradient: `linear,45,${dark()},${dark()}` }),
    ...(random() < 0.2 && { eyeColor: dark() }),
    ...(random() < 0.2 && { bgGradient: `radial,${light()},${light()}` }),
  };
}

test("suggested colours raise the score, mostly to grade A or B", { timeout: 300_000 }, async () => {
  const scan = (input: RawOptions) => examine(input, { heavy }, checkScan);
  const wanted = rounds(80);
  let [count, good] = [0, 0];
  for (let seed = 1; count < wanted; seed++) {
    const input = randomColors(seed);
    const before = await scan(input);
    const way: RawOptions = before.issues.find(({ code }) => /^scan_(?:weak|failed)$/.test(code))?.ways?.[0] ?? {};
    if (!before.scan || !/^(?:color|bg|gradient|bgGradient)$/m.test(Object.keys(way).join("\n"))) continue;
    const after = await scan({ ...input, ...way });
    expect(after.scan?.score, JSON.stringify(input)).toBeGreaterThan(before.scan.score);
    count++;
    if ((after.scan?.grade ?? "F") < "C") good++;
  }
  expect(good / count).toBeGreaterThan(0.75);
});
