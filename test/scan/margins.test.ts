import { describe, expect, test } from "vitest";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
import { encodeSymbol } from "../../src/core/core.ts";
import type { EcLevel } from "../../src/core/symbol.ts";
import { etagOf } from "../../src/http/respond.ts";
import { logoLayoutOf } from "../../src/logo/placement.ts";
import { parseOptions } from "../../src/options/parse.ts";
import { photograph } from "../../src/scan/conditions.ts";
import type { Gray } from "../../src/scan/gray.ts";
import { type CodeView, measureMargins, noMargins, strains } from "../../src/scan/margins.ts";

const text = "https://example.com";
const scanner = loadZxingScanner(readPackageFile);

interface Look {
  readonly scale?: number;
  readonly margin?: number;
  readonly dark?: number;
  readonly light?: number;
  readonly version?: number;
  readonly ec?: EcLevel;
}

/** Returns a picture of a QR code. `dark` and `light` are the levels of its modules. */
function viewOf({ scale = 6, margin = 4, dark = 0, light = 255, version = 1, ec = "M" }: Look = {}): CodeView {
  const { side, modules } = encodeSymbol(text, { version, ec });
  const width = (side + 2 * margin) * scale;
  const data = new Uint8Array(width * width).map((_, at) => {
    const [column, row] = [Math.floor((at % width) / scale) - margin, Math.floor(at / width / scale) - margin];
    const inside = column >= 0 && row >= 0 && column < side && row < side;
    return inside && modules[row * side + column] ? dark : light;
  });
  return { gray: { width, height: width, data }, scale, side };
}

async function reads(gray: Gray): Promise<boolean> {
  const read = await (await scanner).read(gray);
  return read !== undefined && new TextDecoder().decode(read) === text;
}

async function marginsOf(look: Look): Promise<Record<string, number | null>> {
  const margins = await measureMargins(viewOf(look), reads);
  return Object.fromEntries(margins.map(({ name, value }) => [name, value]));
}

describe("measureMargins", () => {
  const view = viewOf();
  const camera = { ...photograph(view, 3.4), side: view.side };
  const printOf = ({ width, data }: Gray) => `${width} ${etagOf(data)}`;
  /** The damaged copies at each step of each kind. */
  const copies = strains.map(({ of, steps, damage }) =>
    steps.map((step) => printOf(damage(of === "picture" ? view : camera, step))),
  );

  test.each([-1, 0, 2, 3, 5, 6])("finds step %i with about three reads for each kind", async (last) => {
    let calls = 0;
    const margins = await measureMargins(view, async (gray) => {
      calls++;
      return copies.some((steps) => steps.indexOf(printOf(gray)) <= last && steps.includes(printOf(gray)));
    });
    // For light, blur and the covered area, the last step is tried first, followed by up to three others.
    expect(calls).toBe({ "-1": 21, "6": 15, "0": 23, "2": 23, "3": 21 }[String(last)] ?? 21);
    expect(margins).toEqual(
      strains.map(({ name, unit, steps }) => {
        return { name, value: (last < 0 ? null : steps[Math.min(last, steps.length - 1)]) ?? null, unit };
      }),
    );
  });

  test("every step returns the same bytes every time and in every engine", () => {
    expect(copies.map((steps) => steps.length)).toEqual([7, 7, 7, 7, 7, 4, 7]);
    expect(new Set(copies.flat()).size).toBe(46);
    const prints = [copies.slice(0, 5), copies.slice(5)].map((some) => {
      return etagOf(new TextEncoder().encode(some.flat().join()));
    });
    expect(prints).toMatchInlineSnapshot(`
      [
        ""19an4yt-98ak6s"",
        ""b9n2oz-1ns4qy4"",
      ]
    `);
  });

  test("does not read copies in which more is covered than can be corrected", async () => {
    const covered = strains.findIndex(({ name }) => name === "covered area");
    const { damage, steps } = strains[covered] as (typeof strains)[number];
    const isRight = (gray: Gray) => steps.slice(0, 3).some((step) => printOf(damage(view, step)) === printOf(gray));
    const tried: string[] = [];
    const margins = await measureMargins(
      view,
      async (gray) => {
        tried.push(printOf(gray));
        return true;
      },
      isRight,
    );
    expect(margins[covered]?.value).toBe(steps[2]);
    expect(copies[covered]?.filter((copy) => tried.includes(copy))).toEqual([copies[covered]?.[2]]);
    const none = await measureMargins(
      view,
      async () => true,
      () => false,
    );
    expect(none.map(({ value }) => value === null)).toEqual(strains.map((_, at) => at === covered));
  });

  test("covers the given share of the symbol in the colour of the background", async () => {
    const { damage, steps } = strains.at(-1) as (typeof strains)[number];
    const pixels = (side: number) => side * side;
    for (const [front, back] of [
      [0, 255],
      [230, 40],
    ] as const) {
      const picture = viewOf({ dark: front, light: back, scale: 10, version: 4 });
      for (const step of steps) {
        const { data } = damage(picture, step);
        const changed = [...picture.gray.data].flatMap((level, at) => (level === data[at] ? [] : [data[at] as number]));
        expect(new Set(changed)).toEqual(new Set([back]));
        // About half of the modules are dark.
        const share = (100 * 2 * changed.length) / pixels(10 * picture.side);
        expect(share / step).toBeGreaterThan(0.7);
        expect(share / step).toBeLessThan(1.3);
      }
    }
  });

  test.each([
    ["at the bottom right", 5, 0.25, undefined],
    ["at the bottom right in a frame", 5, 0.25, { left: 6, top: 5, quiet: 4 }],
    ["in the middle of a small code", 2, 0.3, undefined],
  ] as const)("covers as many modules outside of a logo %s as without it", (where, version, logoSize, place) => {
    const { damage, steps } = strains.at(-1) as (typeof strains)[number];
    const logoPosition = where.includes("right") ? "bottom-right" : "center";
    const { options } = parseOptions({ data: "x", version, size: 1000, logoSize, logoPosition, logoData: "AA" });
    const { cleared } = logoLayoutOf(options, 1);
    const { left: from, right: to } = cleared[0] as (typeof cleared)[number];
    const { gray, scale, side } = viewOf({ scale: 8, margin: 5, version });
    // Only the point whose colour the patch has is light, so every pixel under the patch changes.
    const data = new Uint8Array(gray.data.length);
    const { left, top } = place ?? { left: 5, top: 5 };
    data[(top + 1.5) * scale * gray.width + (left + 1.5) * scale] = 255;
    const view = { gray: { ...gray, data }, scale, side, place };
    for (const step of steps) {
      const [plain, fresh] = [{}, { cleared }].map((logo) => {
        const after = damage({ ...view, ...logo }, step).data;
        return new Set([...after].flatMap((level, at) => (level === data[at] ? [] : [at])));
      }) as [Set<number>, Set<number>];
      const modules = [...fresh].map(
        (at) => [(at % gray.width) / scale - left, at / gray.width / scale - top] as const,
      );
      expect(modules.every((place) => place.some((module) => module < from || module >= to))).toBe(true);
      expect(modules.every((place) => place.every((module) => module >= 0 && module < side + 1 / scale))).toBe(true);
      expect(fresh.size).toBeGreaterThanOrEqual(plain.size);
      expect(fresh.size).toBeLessThan(plain.size + 0.01 * (side * scale) ** 2);
    }
  });

  test("requires at most the quiet zone that the picture has", async () => {
    const margins = await measureMargins(viewOf({ scale: 2, margin: 1 }), async () => true);
    expect(Object.fromEntries(margins.map(({ name, value }) => [name, value]))).toMatchObject({
      module: 1.2,
      "quiet zone": 0,
    });
    const first = await measureMargins(viewOf({ scale: 2, margin: 1 }), async ({ width }) => width === 2 * 27 + 16);
    expect(first.find(({ name }) => name === "quiet zone")?.value).toBe(1);
  });

  test("works on the smallest pictures", async () => {
    for (const width of [1, 2, 3]) {
      for (const scale of [0.01, 1, 3.5]) {
        const gray = { width, height: width, data: new Uint8Array(width * width).fill(9) };
        const margins = await measureMargins({ gray, scale, side: 21 }, async () => false);
        expect(margins).toEqual(noMargins());
      }
    }
  });
});

describe("margins of zxing-wasm", () => {
  test("a lower contrast reduces the margins of noise and light", async () => {
    const [full, pale, faint] = await Promise.all([{}, { dark: 130 }, { dark: 200 }].map(marginsOf));
    expect(full?.noise).toBeGreaterThan(pale?.noise ?? 0);
    expect(pale?.noise).toBeGreaterThan(faint?.noise ?? 0);
    expect(full?.light).toBeLessThan(faint?.light ?? 100);
  });

  test("a code without a quiet zone does not tolerate a dark page", async () => {
    expect((await marginsOf({ margin: 4 }))["quiet zone"]).toBe(0);
    // zxing-wasm does not read this code on a dark page, because the edge of the page is not exactly at the edge of a
    // module.
    expect((await marginsOf({ margin: 0 }))["quiet zone"]).toBeNull();
  });

  test("modules of one pixel tolerate no tilt, and large symbols tolerate less than small ones", async () => {
    const looks = [{ scale: 1 }, { version: 40, scale: 3 }, {}];
    const [tiny, large, small] = await Promise.all(looks.map(marginsOf));
    expect(tiny?.tilt).toBeNull();
    expect(large?.tilt).toBeGreaterThan(0);
    expect(small?.tilt).toBeGreaterThan(large?.tilt ?? 99);
  });

  test("a light-on-dark code is placed on a light page", async () => {
    const pages: number[] = [];
    await measureMargins(viewOf({ dark: 255, light: 0 }), async ({ data }) => pages.push(data[0] ?? 0) > 0);
    expect(pages).toContain(231);
  });

  test("more error correction raises the covered area, and lower contrast does not reduce the blur", async () => {
    const area = async (ec: EcLevel) => (await marginsOf({ ec, version: 6 }))["covered area"] ?? 0;
    expect(await Promise.all((["L", "M", "Q", "H"] as const).map(area))).toEqual([4, 9, 13, 18]);
    expect((await marginsOf({})).blur).toBe(44);
    expect((await marginsOf({ dark: 130 })).blur).toBe(44);
    expect((await marginsOf({ scale: 2, version: 6 })).blur).toBeLessThan(44);
  });
});
