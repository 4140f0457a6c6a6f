import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spoiledCodewords } from "../../src/core/core.ts";
import { design, draw, toSvg } from "../../src/index.ts";
import type { LogoLayout } from "../../src/logo/budget.ts";
import { layOut, logoLayoutOf } from "../../src/logo/placement.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { type QrOptions, table } from "../../src/options/table.ts";
import { alignmentCenters } from "../../src/render/cells.ts";
import { decoders } from "../decoders/decoders.ts";
import type { Pixels } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { boxOfLogo, drawLogoPicture } from "../render/pictures.ts";
import { sample } from "../sweep.ts";

const data = "https://example.com/logos";
const shapes = table.logoShape.of;
const positions = table.logoPosition.of;

/** Returns whether (x, y), in pixels, is inside the plate or at most `more` pixels outside of it. */
function isInPlate({ plate: { art }, corners }: LogoLayout, margin: number, x: number, y: number, more: number) {
  const [wide, tall] = [(art.right - art.left) / 2 + margin + more, (art.bottom - art.top) / 2 + margin + more];
  const across = Math.abs(x - (art.left + art.right) / 2);
  const down = Math.abs(y - (art.top + art.bottom) / 2);
  if (across >= wide || down >= tall) return false;
  const [rx, ry] = corners ? [corners.across + margin + more, corners.down + margin + more] : [1, 1];
  const [u, v] = [across - (wide - rx), down - (tall - ry)];
  return !corners || u <= 0 || v <= 0 || (u / rx) ** 2 + (v / ry) ** 2 < 1;
}

function coveredSet({ cleared, symbol }: LogoLayout): Set<number> {
  const covered = new Set<number>();
  for (const { left, top, right, bottom } of cleared) {
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        expect(covered.has(y * symbol.side + x), "the areas do not overlap").toBe(false);
        covered.add(y * symbol.side + x);
      }
    }
  }
  return covered;
}

const input = fc.record({
  size: fc.integer({ min: 150, max: 500 }),
  logoSize: fc.double({ min: 0.1, max: 0.4, noNaN: true }),
  logoMargin: fc.integer({ min: 0, max: 8 }),
  logoShape: fc.constantFrom(...shapes),
  logoPosition: fc.constantFrom(...positions),
  format: fc.constantFrom("png", "svg"),
  ec: fc.constantFrom("M", "H"),
});
const aspects = fc.double({ min: 0.3, max: 3, noNaN: true });

test("leaves out exactly the modules that the plate touches", () => {
  const STEPS = 24;
  fc.assert(
    fc.property(input, aspects, (given, aspect) => {
      const options = checkOptions({ data, ...given });
      const layout = logoLayoutOf(options, aspect);
      const { side, scale, offset } = layout.grid;
      const covered = coveredSet(layout);
      for (let module = 0; module < side * side; module++) {
        const [left, top] = [offset + (module % side) * scale, offset + Math.floor(module / side) * scale];
        let [isInside, isNear] = [false, false];
        for (let step = 0; step < (STEPS + 1) ** 2 && !isInside; step++) {
          const x = left + (scale * (step % (STEPS + 1))) / STEPS;
          const y = top + (scale * Math.floor(step / (STEPS + 1))) / STEPS;
          isInside = isInPlate(layout, given.logoMargin, x, y, -0.001);
          isNear ||= isInPlate(layout, given.logoMargin, x, y, scale / STEPS);
        }
        if (isInside) expect(covered.has(module), `module ${module} is touched`).toBe(true);
        else if (!isNear) expect(covered.has(module), `module ${module} is not touched`).toBe(false);
      }
    }),
    { numRuns: 25 },
  );
});

describe("the budget", () => {
  test("counts a codeword once, even if several areas cover it", () => {
    const areas = [10, 11, 12, 13].map((top) => ({ left: 9, top, right: 17, bottom: top + 1 }));
    const whole = { left: 9, top: 10, right: 17, bottom: 14 };
    for (const version of [1, 7, 20]) {
      expect(spoiledCodewords(version, "Q", areas)).toEqual(spoiledCodewords(version, "Q", [whole]));
    }
    expect(spoiledCodewords(3, "L", [])).toMatchObject({ total: 0, spoiled: 0 });
  });

  test("is lower for rounder shapes", () => {
    const spoiled = shapes.map((logoShape) => {
      const options = checkOptions({ data, ec: "H", version: 10, logoSize: 0.4, logoShape });
      return layOut(options, 1, 10).budget.total;
    });
    expect(spoiled).toEqual([...spoiled].sort((a, b) => b - a));
    expect(spoiled[0]).toBeGreaterThan(spoiled[2] as number);
  });

  test("raises the version less for a circle than for a square", () => {
    const versionOf = (logoShape: string) =>
      logoLayoutOf(checkOptions({ data, ec: "M", logoSize: 0.35, logoShape }), 1).symbol.version;
    expect(versionOf("circle")).toBeLessThan(versionOf("square"));
  });

  test.each([
    ["png", 900],
    ["svg", 300],
  ])("keeps patterns free at the bottom right of every version: %s", (format, size) => {
    for (let version = 1; version <= 40; version++) {
      for (const logoSize of [0.1, 0.2, 0.4]) {
        const given = { ec: "H", version, logoSize, logoMargin: 5, logoPosition: "bottom-right", format, size };
        const layout = layOut(checkOptions({ data: "A", ...given }), 1, version);
        const { side } = layout.grid;
        const last = alignmentCenters(version).at(-1);
        for (const { left, top, right, bottom } of layout.cleared) {
          if (last) expect(Math.max(right, bottom), `version ${version}`).toBeLessThanOrEqual(last - 2);
          if (!layout.budget.safe) continue;
          expect(Math.min(left, top)).toBeGreaterThan(6);
          expect(right <= side - 8 || top >= 9).toBe(true);
          expect(bottom <= side - 8 || left >= 9).toBe(true);
        }
        expect(layout.plate.art.right, "right of the middle").toBeGreaterThan(size / 2);
      }
    }
  });
});

/** Returns the picture with a logo of stripes, and its layout. */
async function drawn(options: QrOptions, zoom = 1): Promise<Pixels> {
  const layout = logoLayoutOf(options, 1);
  const { width, height } = boxOfLogo(options, 1);
  const bytes = new Uint8Array(4 * width * height).map(
    (_, at) => [190, Math.floor((40 * at) / width / height), 60, 255][at & 3] ?? 0,
  );
  const { body } = drawLogoPicture(options, layout, { pixels: { width, height, data: bytes } });
  return typeof body === "string" ? rasterize(body, zoom) : readPng(body);
}

const looks = {
  plain: {},
  rounded: { dotStyle: "rounded" },
  gradient: { gradient: "linear,45,1a5fb4,813d9c", bgGradient: "radial,ffffff,f9f06b", pupilStyle: "rounded" },
  "without background": { bg: "transparent", eyeColor: "1a5fb4" },
};

const cases = Object.entries(looks).flatMap(([look, given]) =>
  shapes.flatMap((logoShape) =>
    positions.map((logoPosition) => ({ look, given: { ...given, logoShape, logoPosition } })),
  ),
);

test.each(sample(cases, 5))(
  "PNG and SVG show the same picture: $look, $given.logoShape, $given.logoPosition",
  async ({ given }) => {
    const ZOOM = 4;
    // 49 modules of 10 pixels, so that PNG and SVG have the same grid.
    const common = { data, ec: "H", version: 6, size: 490, margin: 4, logoMargin: 3, ...given };
    const png = await drawn(checkOptions({ ...common, logoSize: 0.2 }));
    const svg = await drawn(checkOptions({ ...common, logoSize: 0.2, format: "svg" }), ZOOM);
    let [largest, sum] = [0, 0];
    for (let at = 0; at < png.width * png.height; at++) {
      const [x, y] = [at % png.width, Math.floor(at / png.width)];
      for (let channel = 0; channel < 3; channel++) {
        const onWhite = ({ data: bytes }: Pixels, from: number) => {
          const alpha = (bytes[from + 3] ?? 0) / 255;
          return (bytes[from + channel] ?? 0) * alpha + 255 * (1 - alpha);
        };
        let mean = 0;
        for (let part = 0; part < ZOOM * ZOOM; part++) {
          const from = 4 * ((y * ZOOM + Math.floor(part / ZOOM)) * svg.width + x * ZOOM + (part % ZOOM));
          mean += onWhite(svg, from) / ZOOM ** 2;
        }
        const difference = Math.abs(mean - onWhite(png, 4 * at));
        largest = Math.max(largest, difference);
        sum += difference;
      }
    }
    // Rounding to 16 levels changes a channel by up to 8.5, and resvg only samples the coverage.
    expect(largest).toBeLessThanOrEqual(15);
    expect(sum / png.width / png.height / 3).toBeLessThan(1);
  },
);

test.each(sample(cases, 5, 1))("decoders read it: $look, $given.logoShape, $given.logoPosition", async ({ given }) => {
  for (const format of ["png", "svg"]) {
    const options = checkOptions({ data, ec: "H", logoSize: 0.22, logoMargin: 2, ...given, bg: "ffffff", format });
    const picture = await drawn(options, 2);
    for (const decoder of decoders) expect(await decoder.read(picture), `${format} ${decoder.name}`).toBe(data);
  }
});

describe("in the library", () => {
  const logo = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0"/></svg>`;

  test("the shape is a clip path in the SVG", () => {
    const round = toSvg(data, design({ logo, logoShape: "circle" }));
    expect(round).toMatch(
      /<clipPath id="(isoqr-[0-9a-z]+-clip-[^"]+)"><rect [^>]*\/><\/clipPath><image clip-path="url\(#\1\)" /,
    );
    expect(toSvg(data, design({ logo, logoShape: "square" }))).toBe(toSvg(data, { logo }));
    expect(toSvg(data, design({ logo, logoPosition: "bottom-right" }))).not.toBe(toSvg(data, { logo }));
  });

  test.each([{ logoShape: "circle" }, { logoPosition: "bottom-right" }])("%j need design()", (given) => {
    expect(() => toSvg(data, { logo, ...given } as object)).toThrow(/needs design\(\)/);
  });

  test("draw() supports both", async () => {
    const given = { logo, logoShape: "rounded", logoPosition: "bottom-right", format: "svg" } as const;
    const { format: _, ...options } = given;
    const clip = /<rect [^>]*>/;
    expect((await draw(data, given)).match(clip)?.[0]).toBe(toSvg(data, design(options)).match(clip)?.[0]);
  });

  test.each([{ logoShape: "star" }, { logoPosition: "left" }])("rejects %j", (given) => {
    expect(() => design(given as object)).toThrow(/must be/);
  });
});
