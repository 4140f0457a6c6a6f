import { describe, expect, test } from "vitest";
import type { Report } from "../../src/api.ts";
import { inspect } from "../../src/service/service.ts";
import { heavy, url } from "../service/reports.ts";

const texts = [
  "HELLO",
  url,
  "https://www.example.org/products/2026/winter?utm_source=poster",
  "WIFI:T:WPA;S:Guest network;P:correct horse 42;;",
  "tel:+4930123456",
];

const quietZoneIn = ({ scan }: Report) => ({
  dark: scan?.conditions.find(({ name }) => name === "dark page")?.passed,
  zone: scan?.margins.find(({ name }) => name === "quiet zone")?.value,
});

describe("a code without a quiet zone", () => {
  test.each(texts)("gets at most a C, even if pixels are left over around it: %s", async (data) => {
    for (const size of [256, 300]) {
      const report = await inspect({ data, size, margin: 0 }, { heavy });
      expect(report).toMatchObject({ valid: true, scan: { passed: true, grade: "C" } });
      expect(report.issues.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["warning quiet_zone_missing"]);
    }
  });

  test.each([
    { bgGradient: "linear,0,ffffff,eeeeee" },
    { bg: "transparent" },
    { frame: "plain" },
    { frame: "rounded", frameColor: "ffcc00", format: "svg" },
    { format: "json" },
  ])("gets at most a C with %j", async (input) => {
    const { scan } = await inspect({ data: url, margin: 0, size: 300, ...input }, { heavy });
    expect(scan?.grade).toMatch(/[CD]/);
  });
});

test.each([0, 1, 2, 3])("the pixels left over around a margin of %i do not count as quiet zone", async (margin) => {
  const exact = 8 * (25 + 2 * margin);
  const [bare, ...others] = await Promise.all(
    [exact, exact + 1, exact + 6].map((size) => inspect({ data: url, margin, size }, { heavy })),
  );
  for (const other of others) {
    expect(other.qr?.pixelsPerModule).toBe(8);
    expect(quietZoneIn(other)).toEqual(quietZoneIn(bare as Report));
  }
  expect(quietZoneIn(bare as Report)).toEqual(margin === 0 ? { dark: false, zone: null } : { dark: true, zone: 0.3 });
});

test("an SVG, which has no pixels left over, can be checked at every size", async () => {
  for (const margin of [1, 2, 3]) {
    for (let size = 32; size < 64; size++) {
      const { scan } = await inspect({ data: "HELLO", format: "svg", margin, size }, { heavy });
      expect(scan, `${margin} ${size}`).toBeDefined();
    }
  }
});

// Version 1 gets a C with some margins, because it has no alignment pattern.
test.each(texts.slice(1))("a quiet zone of 1 to 3 modules does not limit the grade: %s", async (data) => {
  for (const margin of [1, 2, 3]) {
    const { scan, issues } = await inspect({ data, margin, size: 300 }, { heavy });
    expect(scan?.grade).toMatch(/[AB]/);
    expect(issues.map(({ code }) => code)).toEqual(["quiet_zone_missing"]);
  }
});
