import { describe, expect, test } from "vitest";
import { frameLikeFinder, logoLikeFinder } from "../../src/messages/report-rules.ts";
import type { Gray } from "../../src/ports.ts";
import { examine } from "../../src/report/examine.ts";
import { checkScan } from "../../src/report/proof.ts";
import { finderLikeIn } from "../../src/scan/finder-like.ts";
import type { CodeView } from "../../src/scan/margins.ts";
import { withJobs } from "../heavy.ts";
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

  test("warns if it looks like a finder pattern, and the grade is at most B", async () => {
    const rings =
      '<circle cx="35" cy="35" r="30" fill="none" stroke="#a00" stroke-width="10"/><circle cx="35" cy="35" r="15" fill="#a00"/>';
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
    const { scan, issues } = await examine(logo('<circle cx="35" cy="35" r="35" fill="#a00"/>'), { heavy }, checkScan);
    expect([scan?.grade, issues]).toEqual(["A", []]);
  });
});

test("the report about a frame says that the caption may be the cause", async () => {
  const like = withJobs(heavy, {
    scan: async () => ({ decoder: "a 1", passed: true, conditions: [], margins: [], finderLike: "frame" }),
  });
  const { issues } = await examine({ data: url, frame: "plain" }, { heavy: like }, checkScan);
  const found = issues.find(({ code }) => code === "finder_like");
  expect([found?.field, found?.values?.problem]).toEqual(["caption", { rule: frameLikeFinder }]);
});
