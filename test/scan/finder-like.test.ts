import { describe, expect, test } from "vitest";
import { frameLikeFinder, logoLikeFinder } from "../../src/messages/report-rules.ts";
import type { Gray } from "../../src/ports.ts";
import { examine } from "../../src/report/examine.ts";
import { checkScan } from "../../src/report/proof.ts";
import { finderLikeIn } from "../../src/scan/finder-like.ts";
import type { CodeView } from "../../src/scan/margins.ts";
import { generate } from "../../src/service/generate.ts";
import { readPng } from "../decoders/png-reader.ts";
import { withJobs } from "../heavy.ts";
import { readAll, readers, slowest } from "../lab/scan-lab/readers.ts";
import { heavy, url } from "../service/reports.ts";

const SIDE = 29;
const SCALE = 4;
const MARGIN = 4;
const WIDTH = SCALE * (SIDE + 2 * MARGIN);
const [DARK, LIGHT] = [40, 220];

/** Fills a square with a level. Lengths are in pixels. */
function fill({ width, data }: Gray, left: number, top: number, size: number, level: number): void {
  for (let y = Math.round(top); y < Math.round(top + size); y++) {
    data.fill(level, y * width + Math.round(left), y * width + Math.round(left + size));
  }
}

/** Draws a finder pattern whose modules are `unit` pixels wide. */
function drawPattern(gray: Gray, left: number, top: number, unit: number, ring = 1, pupil = 3): void {
  fill(gray, left, top, 7 * unit, DARK);
  fill(gray, left + ring * unit, top + ring * unit, (7 - 2 * ring) * unit, LIGHT);
  fill(gray, left + ((7 - pupil) / 2) * unit, top + ((7 - pupil) / 2) * unit, pupil * unit, DARK);
}

/** Returns a picture with the three corners of a symbol and nothing else. `draw` adds something. */
function viewOf(draw: (gray: Gray) => void, more: Partial<CodeView> = {}, height = WIDTH): CodeView {
  const gray = { width: WIDTH, height, data: new Uint8Array(WIDTH * height).fill(LIGHT) };
  const [near, far] = [SCALE * MARGIN, SCALE * (MARGIN + SIDE - 7)];
  for (const [left, top] of [
    [near, near],
    [far, near],
    [near, far],
  ] as const) {
    drawPattern(gray, left, top, SCALE);
  }
  draw(gray);
  return { gray, scale: SCALE, side: SIDE, ...more };
}

const centre = (unit: number) => WIDTH / 2 - 3.5 * unit;
const cleared = [{ left: 7, top: 7, right: 22, bottom: 22 }];

describe("a pattern with the proportions of a finder pattern", () => {
  test("is found under a logo, from 0.7 to 2 times the size of the corners", () => {
    for (const share of [0.75, 1, 1.25, 1.5, 2]) {
      const unit = share * SCALE;
      const view = viewOf((gray) => drawPattern(gray, centre(unit), centre(unit), unit), { cleared });
      expect(finderLikeIn(view), String(share)).toBe("logo");
    }
  });

  test("is found in a light code on a dark background", () => {
    const view = viewOf((gray) => drawPattern(gray, centre(6), centre(6), 6), { cleared });
    for (const [at, level] of view.gray.data.entries()) view.gray.data[at] = 255 - level;
    expect(finderLikeIn(view)).toBe("logo");
  });

  test("is found outside the symbol in a frame, but not among the modules", () => {
    const place = { left: MARGIN, top: MARGIN, quiet: MARGIN };
    const below = viewOf((gray) => drawPattern(gray, 20, WIDTH + 4, 5), { place }, WIDTH + 50);
    expect(finderLikeIn(below)).toBe("frame");
    const inside = viewOf((gray) => drawPattern(gray, centre(SCALE), centre(SCALE), SCALE), { place }, WIDTH + 50);
    expect(finderLikeIn(inside)).toBeUndefined();
  });

  test("is not found if it is much smaller, or has other proportions", () => {
    const find = (unit: number, ring?: number, pupil?: number) =>
      finderLikeIn(viewOf((gray) => drawPattern(gray, centre(unit), centre(unit), unit, ring, pupil), { cleared }));
    expect(find(0.4 * SCALE)).toBeUndefined();
    expect(find(6, 0.3, 3)).toBeUndefined();
    expect(find(6, 1, 1)).toBeUndefined();
    expect(find(6, 3.5, 0)).toBeUndefined();
  });

  test("is not found in stripes, which have the proportions along rows only", () => {
    const view = viewOf(
      (gray) => {
        for (const [from, width] of [
          [0, 1],
          [2, 3],
          [6, 1],
        ] as const) {
          for (let y = 40; y < 110; y++) {
            const start = y * WIDTH + 60 + from * SCALE;
            gray.data.fill(DARK, start, start + width * SCALE);
          }
        }
      },
      { cleared },
    );
    expect(finderLikeIn(view)).toBeUndefined();
  });
});

describe("the report about a logo", () => {
  const logo = (content: string) => ({
    data: url,
    size: 400,
    logoMime: "image/svg+xml",
    logoData: btoa(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 70">${content}</svg>`),
  });
  const rings =
    '<circle cx="35" cy="35" r="30" fill="none" stroke="#a00" stroke-width="10"/><circle cx="35" cy="35" r="15" fill="#a00"/>';
  const disc = '<circle cx="35" cy="35" r="35" fill="#a00"/>';

  test("warns about logos that mislead other decoders", async () => {
    const fast = readers.filter(({ name }) => name !== slowest);
    for (const [version, logoSize] of [
      [4, 0.25],
      [8, 0.2],
      [18, 0.2],
    ]) {
      const [misread, read] = await Promise.all(
        [rings, disc].map(async (content) => {
          const input = { ...logo(content), data: "https://example.com/menu", version, logoSize, size: 600 };
          const { body } = await generate(input, { heavy });
          const result = await readAll(readPng(body as Uint8Array), input.data, fast);
          const { issues } = await examine(input, { heavy }, checkScan);
          const warns = issues.some(({ code }) => code === "finder_like");
          return { readByAll: Object.values(result).every(Boolean), warns };
        }),
      );
      expect(misread, `version ${version}`).toEqual({ readByAll: false, warns: true });
      expect(read, `version ${version}`).toEqual({ readByAll: true, warns: false });
    }
  });

  test("warns beside round finder patterns, in dark and light codes", async () => {
    for (const colors of [{}, { color: "ffffff", bg: "000000" }]) {
      const content = colors.color ? rings.replaceAll("#a00", "#fff") : rings;
      const { issues } = await examine({ ...logo(content), eyeStyle: "circle", ...colors }, { heavy }, checkScan);
      expect(issues.map(({ code }) => code)).toContain("finder_like");
    }
  });

  test("warns if it looks like a finder pattern, and the grade is at most B", async () => {
    const { scan, issues } = await examine(logo(rings), { heavy }, checkScan);
    expect(scan?.grade).toBe("B");
    const [found, ...others] = issues;
    expect([found?.code, found?.severity, found?.values?.problem, others]).toEqual([
      "finder_like",
      "warning",
      { rule: logoLikeFinder },
      [],
    ]);
  });

  test("does not warn about a disc", async () => {
    const { scan, issues } = await examine(logo(disc), { heavy }, checkScan);
    expect([scan?.grade, issues]).toEqual(["A", []]);
  });
});

test("the report about a frame names the caption, if there is one", async () => {
  const like = withJobs(heavy, {
    scan: async () => ({ decoder: "a 1", passed: true, conditions: [], margins: [], finderLike: "frame" }),
  });
  for (const [input, field] of [
    [{ frame: "plain" }, "frame"],
    [{ frame: "plain", caption: "Menu" }, "caption"],
  ] as const) {
    const { issues } = await examine({ data: url, ...input }, { heavy: like }, checkScan);
    const found = issues.find(({ code }) => code === "finder_like");
    expect([found?.field, found?.values?.problem]).toEqual([field, { rule: frameLikeFinder }]);
  }
});
