import { describe, expect, test } from "vitest";
import { layOut, logoLayoutOf } from "../../src/logo/placement.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { countBudgetErrors } from "../lab/scan-lab/logo-budget.ts";

const options = (input: object) => checkOptions({ data: "HELLO", ec: "H", ...input });

describe("logoLayoutOf", () => {
  test("keeps the version if the logo is small enough", () => {
    const { symbol, budget } = logoLayoutOf(options({ logoSize: 0.1, size: 290 }), 1);
    expect(symbol.version).toBe(1);
    expect(budget).toMatchObject({ safe: true });
    expect(budget.spoiled).toBeLessThanOrEqual(budget.correctable);
  });

  test("raises the version only until every block can be corrected", () => {
    for (const format of ["png", "svg"]) {
      for (const logoSize of [0.2, 0.25, 0.3, 0.35, 0.4]) {
        const input = options({ logoSize, format, size: 512 });
        const { symbol, budget } = logoLayoutOf(input, 1);
        expect(budget.safe).toBe(true);
        for (let version = 1; version < symbol.version; version++) {
          expect(layOut(input, 1, version).budget.safe, `${format} ${logoSize} ${version}`).toBe(false);
        }
      }
    }
  });

  test("keeps the smallest symbol and its budget if no version is safe", () => {
    const { symbol, budget } = logoLayoutOf(options({ ec: "L", logoSize: 0.4 }), 1);
    expect(symbol.version).toBe(1);
    expect(budget.safe).toBe(false);
    expect(budget.spoiled).toBeGreaterThan(budget.correctable);
  });

  test("starts at the requested version, and boost raises the level", () => {
    expect(logoLayoutOf(options({ version: 9, logoSize: 0.1 }), 1).symbol.version).toBe(9);
    const boosted = logoLayoutOf(options({ ec: "L", boost: true, logoSize: 0.25 }), 1);
    expect(boosted.symbol.ec).toBe("H");
    expect(boosted.budget.safe).toBe(true);
  });

  test("a wide or tall logo needs at most one version more than a square one", () => {
    const square = logoLayoutOf(options({ logoSize: 0.3 }), 1).symbol.version;
    for (const aspect of [3, 1 / 3]) {
      expect(logoLayoutOf(options({ logoSize: 0.3 }), aspect).symbol.version).toBeLessThanOrEqual(square + 1);
    }
  });

  test("a plate over finder or timing patterns is never safe", () => {
    expect(logoLayoutOf(options({ size: 32, margin: 0, logoSize: 0.1, logoMargin: 20 }), 1).budget.safe).toBe(false);
    const thin = (version: number) => layOut(options({ version, logoSize: 0.4, size: 290 }), 20, version).budget;
    expect(thin(1).spoiled).toBeLessThanOrEqual(thin(1).correctable);
    expect([thin(1).safe, thin(4).safe, thin(5).safe]).toEqual([false, false, true]);
  });

  test("a plate over the alignment pattern at the bottom right is never safe", () => {
    let covered = 0;
    for (const logoPosition of ["center", "bottom-right"]) {
      for (const version of [2, 3, 4, 7, 20]) {
        for (const aspect of [0.1, 0.5, 1, 2, 6]) {
          const input = { version, logoPosition, logoSize: 0.4, logoMargin: 20, size: 300 };
          const { symbol, cleared, budget } = layOut(options(input), aspect, version);
          const [from, to] = [symbol.side - 9, symbol.side - 4];
          const isCovered = cleared.some(
            ({ left, top, right, bottom }) => left < to && top < to && right > from && bottom > from,
          );
          if (isCovered) covered++;
          expect(isCovered && budget.safe, JSON.stringify(input)).toBe(false);
        }
      }
    }
    expect(covered).toBeGreaterThan(0);
  });
});

test("three decoders read every code that the budget calls safe, even with its own negative as the logo", {
  timeout: 120_000,
}, async () => {
  const count = await countBudgetErrors({
    versions: [1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 40],
    levels: ["L", "M", "Q", "H"],
    logoSizes: [0.1, 0.25, 0.4],
  });
  expect(count.misread).toEqual([]);
  expect(count.safe).toBeGreaterThan(70);
  expect(count.unsafe).toBeGreaterThan(30);
  // Some codes are readable although the budget calls them unsafe.
  expect(count.needless.length).toBeLessThan(count.unsafe / 8);
});
