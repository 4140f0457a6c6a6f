import { expect, test } from "vitest";
import { toPng } from "../../src/index.ts";
import { fewPixels } from "../../src/messages/option-rules.ts";
import { shrunkQuietZone } from "../../src/messages/report-rules.ts";
import { generate } from "../../src/service/generate.ts";
import { inspect } from "../../src/service/service.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { heavy, logoData } from "../service/reports.ts";

const data = "https://example.com/abc";

test("a code of 25 modules at 32 px is read, and the report says that its quiet zone is narrow", async () => {
  const { data: pixels, width } = readPng(toPng(data, { size: 32 }));
  expect(width).toBe(32);
  const read = await Promise.all(decoders.map((decoder) => decoder.read({ data: pixels, width, height: width })));
  expect(read.filter((text) => text === data).length).toBeGreaterThan(1);
  const { issues, qr, scan } = await inspect({ data, size: 32 }, { heavy });
  expect(qr).toMatchObject({ size: 25, pixelsPerModule: 1 });
  expect(scan).toBeDefined();
  const values = { value: 3, least: 4 };
  expect(issues).toContainEqual(
    expect.objectContaining({
      code: "quiet_zone_missing",
      severity: "warning",
      field: "size",
      values: expect.objectContaining({ problem: expect.objectContaining({ rule: shrunkQuietZone, values }) }),
    }),
  );
  const wide = await inspect({ data, size: 33 }, { heavy });
  expect(wide.issues.map(({ code }) => code)).not.toContain("quiet_zone_missing");
});

test.each([
  [{ size: 40, version: 10 }, 57],
  [{ size: 57, version: 10, frame: "plain" }, 63],
  [{ size: 40, version: 10, dotStyle: "star", eyeStyle: "leaf" }, 57],
])("a picture with fewer pixels than modules is refused with the least size: %j", async (options, min) => {
  const error = { code: "INVALID_OPTION", field: "size", rule: fewPixels, values: { min, side: 57 } };
  await expect(generate({ data, ...options }, { heavy })).rejects.toMatchObject(error);
  const { valid, issues, qr, scan } = await inspect({ data, ...options }, { heavy });
  expect([valid, scan]).toEqual([false, undefined]);
  expect(qr).toMatchObject({ size: 57 });
  const { code: _, ...issue } = error;
  expect(issues).toContainEqual(expect.objectContaining({ code: "invalid_option", severity: "error", ...issue }));
  for (const other of [{ size: min }, { format: "svg" }]) {
    expect((await generate({ data, ...options, ...other }, { heavy })).body).toBeDefined();
  }
});

test("formats without pixels have no least size, but no scan check either", async () => {
  for (const format of ["json", "txt"]) {
    const small = { data, format, size: 40, version: 10 };
    expect((await generate(small, { heavy })).body).toBeTruthy();
    const { issues, scan } = await inspect(small, { heavy });
    expect(scan).toBeUndefined();
    expect(issues.map(({ code }) => code)).toContain("scan_skipped");
  }
});

test("a logo raises the version only while modules are a pixel wide", async () => {
  const { body } = await generate({ data, logoData, logoSize: 0.4, logoMargin: 8, size: 40 }, { heavy });
  expect(readPng(body as Uint8Array).width).toBe(40);
});
