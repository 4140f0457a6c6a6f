import { describe, expect, test } from "vitest";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
import { encodeSymbol } from "../../src/core/core.ts";
import { etagOf } from "../../src/http/respond.ts";
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
}

/** Returns a picture of a QR code. `dark` and `light` are the levels of its modules. */
function viewOf({ scale = 6, margin = 4, dark = 0, light = 255, version = 1 }: Look = {}): CodeView {
  const { side, modules } = encodeSymbol(text, { version });
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
    // For light, the last step is tried first, followed by up to three others.
    expect(calls).toBe({ "-1": 15, "6": 13 }[String(last)] ?? 16);
    expect(margins).toEqual(strains.map(({ name, unit, steps }) => ({ name, value: steps[last] ?? null, unit })));
  });

  test("every step returns the same bytes every time and in every engine", () => {
    expect(copies.flat()).toHaveLength(35);
    expect(new Set(copies.flat()).size).toBe(35);
    expect(etagOf(new TextEncoder().encode(copies.flat().join()))).toMatchInlineSnapshot(`""19an4yt-98ak6s""`);
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
    expect(Math.max(...pages.slice(-3))).toBe(231);
  });
});
