import { describe, expect, test } from "vitest";
import { pixelsOf } from "../../src/adapters/zxing-module.ts";
import { encodeSymbol } from "../../src/core/core.ts";
import { etagOf } from "../../src/http/respond.ts";
import { defocus, soften } from "../../src/scan/blur.ts";
import { conditions, photograph, type View } from "../../src/scan/conditions.ts";
import { type Gray, grayOf, mapGray, shrink, surround, warp } from "../../src/scan/gray.ts";
import { quantize } from "../../src/scan/quantize.ts";

const flat = (width: number, height: number, value: number): Gray => ({
  width,
  height,
  data: new Uint8Array(width * height).fill(value),
});

/** Returns an image of a QR code with its quiet zone, with `scale` pixels per module. */
function codeOf(text: string, scale: number): View {
  const { side, modules } = encodeSymbol(text);
  const width = (side + 8) * scale;
  const gray = mapGray(flat(width, width, 255), (v, x, y) => {
    const [column, row] = [Math.floor(x / scale) - 4, Math.floor(y / scale) - 4];
    const inside = column >= 0 && row >= 0 && column < side && row < side;
    return inside && modules[row * side + column] ? 0 : v;
  });
  return { gray, scale };
}

const mean = ({ data }: Gray) => data.reduce((sum, value) => sum + value, 0) / data.length;
const code = codeOf("https://example.com", 6);

describe("every condition", () => {
  const camera = photograph(code);
  const seen = { picture: code, camera, trimmed: camera };
  const copies = () => conditions.map(({ of, damage }) => damage(seen[of]));

  test("every condition returns the same bytes every time and in every engine", () => {
    const before = etagOf(code.gray.data);
    const prints = copies().map(({ width, data }, at) => `${conditions[at]?.name}, ${width} px, ${etagOf(data)}`);
    copies();
    expect(etagOf(code.gray.data)).toBe(before);
    expect(prints).toMatchInlineSnapshot(`
      [
        "clean, 198 px, "ysn5bs-hoba9p"",
        "2 px a module, 66 px, "ncqjvb-vjr95n"",
        "blur 0.4 module, 99 px, "gikf77-dxut4x"",
        "defocus 0.6 module, 99 px, "1h6npgz-1yiw1z"",
        "noise, 99 px, "rwuz12-jgssol"",
        "half contrast, 99 px, "1gyxyip-1hy49nr"",
        "rotation, 130 px, "1jgpn30-18mtw6p"",
        "perspective, 99 px, "13plnqa-1iclg3j"",
        "JPEG, 99 px, "1r76d4g-uztvfw"",
        "uneven light, 99 px, "18evykz-12l4g7k"",
        "dark page, 123 px, "2u73yf-133sa3c"",
      ]
    `);
  });

  test("every condition has a unique name and returns a picture of a code", () => {
    expect(new Set(conditions.map(({ name }) => name)).size).toBe(conditions.length);
    for (const { width, height, data } of copies()) {
      expect(data).toHaveLength(width * height);
      expect(Math.max(...data) - Math.min(...data)).toBeGreaterThan(60);
    }
  });

  test("every condition works on the smallest pictures", () => {
    for (const side of [1, 2, 3]) {
      for (const scale of [0.01, 1, 3.5]) {
        for (const { damage } of conditions) {
          expect(damage({ gray: flat(side, side, 9), scale }).data.length).toBeGreaterThan(0);
        }
      }
    }
  });
});

describe("image operations", () => {
  test("converts to luminance and back to pixels", () => {
    const data = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255);
    const gray = grayOf({ width: 4, height: 1, data });
    expect([...gray.data]).toEqual([76, 150, 29, 255]);
    expect([...grayOf(pixelsOf(gray)).data]).toEqual([76, 150, 29, 255]);
  });

  test("shrinking averages whole and partial pixels", () => {
    const gray = { width: 4, height: 2, data: Uint8Array.of(0, 100, 200, 40, 20, 80, 0, 0) };
    expect([...shrink(gray, 0.5).data]).toEqual([50, 60]);
    expect(shrink(gray, 1.5)).toBe(gray);
    const thirds = shrink({ width: 3, height: 3, data: Uint8Array.of(0, 90, 180, 0, 90, 180, 0, 90, 180) }, 2 / 3);
    expect([...thirds.data]).toEqual([30, 150, 30, 150]);
    expect(mean(shrink(code.gray, 0.37))).toBeCloseTo(mean(code.gray), -1);
  });

  test("blurring preserves flat areas and the mean", () => {
    for (const value of [0, 77, 255]) {
      expect(new Set(soften(flat(20, 9, value), 2.4).data)).toEqual(new Set([value]));
      expect(new Set(defocus(flat(20, 9, value), 2.4).data)).toEqual(new Set([value]));
    }
    const dot = flat(21, 21, 0);
    dot.data[10 * 21 + 10] = 255;
    expect(mean(soften(dot, 1)) / mean(dot)).toBeCloseTo(1, 1);
    expect(mean(defocus(dot, 1.5)) / mean(dot)).toBeCloseTo(1, 1);
  });

  test("defocusing a dot produces a disc that is as high as it is wide", () => {
    const dot = flat(15, 15, 0);
    dot.data[7 * 15 + 7] = 255;
    const { data } = defocus(dot, 3.2);
    const along = (step: number) => Array.from({ length: 15 }, (_, at) => (data[7 * 16 + (at - 7) * step] ?? 0) > 0);
    expect(along(1)).toEqual(along(15));
    expect(along(1).filter(Boolean)).toHaveLength(7);
    expect(data[7 * 16 + 3 * 16]).toBe(0);
  });

  test("quantizing changes a picture only if the steps are coarse", () => {
    const busy = mapGray(flat(40, 24, 0), (_, x, y) => (x * x * 7 + y * 31) & 255);
    expect(quantize(busy, 1e-5)).toEqual(busy);
    const coarse = quantize(busy, 2);
    expect(coarse).not.toEqual(busy);
    expect(mean(coarse)).toBeCloseTo(mean(busy), -1);
  });

  test("warping interpolates between pixels and fills the outside", () => {
    const gray = { width: 3, height: 2, data: Uint8Array.of(0, 100, 200, 40, 140, 240) };
    const moved = warp(gray, 3, 1, 9, () => ({ u: 0.5, v: 0.5, du: 1, dv: 0 }));
    expect([...moved.data]).toEqual([70, 170, 9]);
  });

  test("surround() adds a border with the given grey value", () => {
    const framed = surround(flat(2, 1, 5), 8, 1);
    expect(framed).toEqual({ width: 4, height: 3, data: Uint8Array.of(8, 8, 8, 8, 8, 5, 5, 8, 8, 8, 8, 8) });
  });
});
