import { expect, test } from "vitest";
import { design, draw, toPng, toSvg } from "../../src/index.ts";
import { didYouMean, needs } from "../../src/messages/developer-rules.ts";
import { excludes, lengthRange, printedRange } from "../../src/messages/option-rules.ts";
import { freeTable } from "../../src/options/table.ts";
import { examine } from "../../src/report/examine.ts";
import { generate } from "../../src/service/generate.ts";
import { inspect } from "../../src/service/service.ts";
import { heavy } from "../service/reports.ts";

const data = "https://example.com/module-size"; // version 3, 29 modules per side
const MM_PER_METRE = 1000;

/** Returns the width of a PNG in pixels, and its pixels per metre. */
function densityOf(png: Uint8Array) {
  const view = new DataView(png.buffer, png.byteOffset);
  expect(new TextDecoder("latin1").decode(png.subarray(37, 41))).toBe("pHYs");
  return { width: view.getUint32(16), perMetre: view.getUint32(41), unit: png[49] };
}

const bytesOf = async (options: object) => (await generate({ data, ...options }, { heavy })).body as Uint8Array;
const textOf = async (options: object) => (await generate({ data, ...options }, { heavy })).body as string;

test.each([
  [{ width: "40mm" }, 472, 300],
  [{ width: "4cm", dpi: 600 }, 945, 600],
  [{ width: "1.5in", dpi: 204 }, 306, 204],
  [{ width: "113pt", dpi: 1200, frame: "rounded" }, 1883, 1200],
])("a PNG with %j is exact within half a dot", async (options, size, dpi) => {
  const png = await bytesOf(options);
  const { width, perMetre, unit } = densityOf(png);
  expect([width, perMetre, unit]).toEqual([size, Math.round(dpi / 0.0254), 1]);
  const { picture } = await inspect({ data, ...options }, { heavy });
  const printed = picture?.printed?.width ?? 0;
  expect(Math.abs((width / perMetre) * MM_PER_METRE - printed)).toBeLessThanOrEqual(0.51 * (25.4 / dpi));
  expect(await draw(data, options as Parameters<typeof draw>[1])).toEqual(png);
});

test("the pixels are those of the same size in pixels", async () => {
  const [printed, plain] = [await bytesOf({ width: "40mm" }), await bytesOf({ size: 472 })];
  expect([...printed.subarray(0, 33), ...printed.subarray(54)]).toEqual([...plain]);
});

test("a PNG states dots per inch without a width", async () => {
  expect(densityOf(await bytesOf({ size: 500, dpi: 600 }))).toEqual({ width: 500, perMetre: 23622, unit: 1 });
});

test("an SVG has its width in millimetres, and a height for its frame", async () => {
  expect(await textOf({ format: "svg", width: "1.5in" })).toContain(
    'width="38.1mm" height="38.1mm" viewBox="0 0 450 450"',
  );
  const framed = await textOf({ format: "svg", width: "40mm", frame: "tag" });
  const [, height, across, down] = /width="40mm" height="([\d.]+)mm" viewBox="0 0 (\d+) (\d+)"/.exec(framed) ?? [];
  expect(Number(height)).toBeCloseTo((40 * Number(down)) / Number(across), 3);
  expect(await draw(data, { format: "svg", width: "1.5in" })).toBe(await textOf({ format: "svg", width: "1.5in" }));
});

test("a large SVG keeps its width, with a view box as large as pictures may be", async () => {
  expect(await textOf({ format: "svg", width: "2000mm" })).toContain(
    'width="2000mm" height="2000mm" viewBox="0 0 2048 2048"',
  );
});

test.each([
  ["40", lengthRange],
  [300, lengthRange],
  ["40px", lengthRange],
  ["4mm", lengthRange],
  ["6m", lengthRange],
  ["40 mm mm", lengthRange],
])("rejects the width %j", async (width, rule) => {
  await expect(generate({ data, width }, { heavy })).rejects.toMatchObject({ field: "width", rule });
});

test("rejects a PNG with too many pixels, and names the limits", async () => {
  await expect(generate({ data, width: "200mm" }, { heavy })).rejects.toMatchObject({
    field: "width",
    rule: printedRange,
    values: { min: 3, max: 173, dpi: 300 },
  });
});

test("rejects two sizes", async () => {
  const error = { field: "width", rule: excludes };
  await expect(generate({ data, width: "40mm", size: 300 }, { heavy })).rejects.toMatchObject(error);
  await expect(draw(data, { width: "40mm", size: 300 })).rejects.toMatchObject(error);
  const saved = design({ size: 300, color: "#123456" });
  expect(densityOf((await draw(data, { ...saved, width: "40mm" })) as Uint8Array).width).toBe(472);
});

test("synchronous functions name the function that has the option", () => {
  expect(() => toSvg(data, { width: "40mm" } as object)).toThrow(expect.objectContaining({ rule: needs }));
  expect(() => toPng(data, { width: 300 } as object)).toThrow(expect.objectContaining({ rule: didYouMean }));
});

test("a report has the size in print, and advice in millimetres", async () => {
  const report = await inspect({ data, width: "40mm", dpi: 203 }, { heavy });
  expect(report.picture).toEqual({ width: 320, height: 320, printed: { width: 40, height: 40, dpi: 203 } });
  expect(report.options).toMatchObject({ size: 320, dpi: 203 });
  const [issue] = report.issues.filter(({ code }) => code === "unused_dots");
  expect(issue).toMatchObject({ field: "width", severity: "warning" });
  const [, better = ""] = /set width to ([\d.]+mm)/.exec(issue?.message ?? "") ?? [];
  const after = await inspect({ data, width: better, dpi: 203 }, { heavy });
  expect(after.issues.filter(({ code }) => code === "unused_dots")).toEqual([]);
  expect(after.picture?.width).toBe(333);
});

test("a report judges a PNG that is larger than those of the HTTP API by its own size", async () => {
  const { issues } = await examine({ data, width: "300mm" }, { rows: freeTable });
  expect(issues.filter(({ code }) => code === "unused_dots")).toEqual([]);
});

test("a report raises the width of small modules", async () => {
  const { issues } = await inspect({ data, width: "6mm" }, { heavy });
  const small = issues.find(({ code }) => code === "too_small");
  expect(small?.message).toContain("raise width from 6.01mm to at least 12.53mm");
});
