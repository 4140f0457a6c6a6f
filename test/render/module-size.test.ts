import { expect, test } from "vitest";
import { design, draw, encode, toCanvas, toDataUrl, toPng, toSvg } from "../../src/index.ts";
import { excludes, moduleRange } from "../../src/messages/option-rules.ts";
import { freeTable } from "../../src/options/table.ts";
import { generate } from "../../src/service/generate.ts";
import { inspect } from "../../src/service/service.ts";
import { createCanvas } from "../canvas.ts";
import { readPng } from "../decoders/png-reader.ts";
import { heavy, logoData } from "../service/reports.ts";

const text = "https://example.com/module-size"; // version 3, 29 modules per side

function errorOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

test.each([
  [{ moduleSize: 10 }, 370],
  [{ moduleSize: 4, margin: 0 }, 116],
  [{ moduleSize: 3, version: 10, dotStyle: "dots" }, 195],
  [{ moduleSize: 55 }, 2035],
] as const)("a picture with %j is %i px wide", async (options, size) => {
  const { moduleSize: _, ...others } = options;
  expect(encode(text).side).toBe(29);
  const expected = toPng(text, { ...others, size });
  expect(toPng(text, options)).toEqual(expected);
  expect(toDataUrl(text, options)).toBe(toDataUrl(text, { ...others, size }));
  expect(toSvg(text, options)).toBe(toSvg(text, { ...others, size }));
  expect(await draw(text, options)).toEqual(expected);
  expect((await generate({ data: text, ...options }, { heavy })).body).toEqual(expected);
  const canvas = createCanvas();
  toCanvas(canvas, text, options);
  expect([canvas.width, canvas.height]).toEqual([size, size]);
  const report = await inspect({ data: text, ...options }, { heavy });
  expect(report).toMatchObject({
    picture: { width: size },
    options: { size },
    qr: { pixelsPerModule: options.moduleSize },
  });
  expect(report.options.moduleSize).toBeUndefined();
});

test("formats without pixels ignore it", async () => {
  for (const format of ["json", "txt"]) {
    const { body } = await generate({ data: text, format, moduleSize: 100 }, { heavy });
    expect(body).toBe((await generate({ data: text, format }, { heavy })).body);
  }
});

test("a frame is drawn around modules of this width", async () => {
  const options = { frame: "rounded", moduleSize: 8, caption: "Scan me" } as const;
  const { picture, qr } = await inspect({ data: text, ...options }, { heavy });
  expect(qr?.pixelsPerModule).toBe(8);
  expect(picture?.width).toBeGreaterThan(8 * 37);
  const { body } = await generate({ data: text, ...options }, { heavy });
  expect(readPng(body as Uint8Array).width).toBe(picture?.width);
  const framed = design({ frame: "rounded", moduleSize: 8 });
  expect(readPng(toPng(text, framed)).width).toBe(picture?.width);
});

test("with a logo, modules have this width in the version that the logo needs", async () => {
  const options = { data: text, logoData, logoSize: 0.3, moduleSize: 6 };
  const { qr, picture } = await inspect(options, { heavy });
  expect(qr?.pixelsPerModule).toBe(6);
  expect(picture?.width).toBe(6 * ((qr?.size ?? 0) + 8));
  expect(readPng((await generate(options, { heavy })).body as Uint8Array).width).toBe(picture?.width);
});

// The space around a logo is in pixels, so a smaller picture needs a larger version than a larger one.
test.each([
  { moduleSize: 8, logoMargin: 20 },
  { moduleSize: 4, logoMargin: 20 },
  { moduleSize: 3, logoMargin: 7, logoSize: 0.3 },
  { moduleSize: 8, logoMargin: 20, maxVersion: 2 },
  { moduleSize: 5, ec: "L", logoSize: 0.4 },
  { moduleSize: 6, logoMargin: 12, frame: "ticket", caption: "Scan", logoShape: "circle" },
] as const)("with the logo %j, modules have this width in every format", async (options) => {
  const { qr, picture } = await inspect({ data: "hello", logoData, ...options }, { heavy });
  expect(qr?.pixelsPerModule).toBe(options.moduleSize);
  const { body } = await generate({ data: "hello", logoData, ...options }, { heavy });
  expect(readPng(body as Uint8Array).width).toBe(picture?.width);
  const svg = await generate({ data: "hello", logoData, ...options, format: "svg" }, { heavy });
  const { qr: drawn } = await inspect({ data: "hello", logoData, ...options, format: "svg" }, { heavy });
  expect(drawn?.pixelsPerModule).toBe(options.moduleSize);
  expect(svg.body).toContain(`width="${picture?.width}"`);
  if ("frame" in options) return;
  const side = 17 + 4 * (drawn?.version ?? 0);
  expect(drawn?.size).toBe(side);
  const page = toSvg("hello", { ...options, logo: `data:image/png;base64,${logoData}` });
  expect(page).toContain(`width="${options.moduleSize * (side + 8)}"`);
  const scale = /scale\((\d+(?:\.\d+)?)\)/.exec(page)?.[1] ?? "1";
  expect(Number(scale)).toBe(options.moduleSize);
});

test.each([
  { frame: "rounded" },
  { frame: "ticket", margin: 0 },
  { logoMargin: 20 },
  { logoSize: 0.3, frame: "banner-top", caption: "Scan", margin: 10 },
  { version: 40, margin: 10 },
] as const)("the range in the error for %j is that of the widths that can be drawn", async (given) => {
  const options = { data: text, ...given, ...(("logoMargin" in given || "logoSize" in given) && { logoData }) };
  const found = await generate({ ...options, moduleSize: 100 }, { heavy }).catch((error) => error);
  expect(found).toMatchObject({ field: "moduleSize", rule: moduleRange });
  const { min, max } = found.values;
  for (const moduleSize of [min, max]) {
    expect((await inspect({ ...options, moduleSize }, { heavy })).qr?.pixelsPerModule).toBe(moduleSize);
  }
  await expect(generate({ ...options, moduleSize: max + 1 }, { heavy })).rejects.toMatchObject({ rule: moduleRange });
});

test.each([
  ["a long text", text, { moduleSize: 56 }, undefined, [1, 55]],
  ["short", "short", { moduleSize: 1, margin: 0, version: 1 }, [2, 100], [2, 97]],
  ["short", "short", { moduleSize: 89, version: 40 }, [1, 88], [1, 11]],
] as const)("%s with %j would be beyond the limits of size", async (_, data, options, inPrograms, served) => {
  const error = { code: "INVALID_OPTION", field: "moduleSize", rule: moduleRange };
  const within = ([min, max]: readonly [number, number]) => ({ ...error, values: { min, max } });
  for (const draw of [toPng, toSvg]) {
    if (inPrograms) expect(errorOf(() => draw(data, options))).toMatchObject(within(inPrograms));
    else expect(draw(data, options).length).toBeGreaterThan(0);
  }
  await expect(generate({ data, ...options }, { heavy })).rejects.toMatchObject(within(served));
  const own = generate({ data, ...options }, { heavy, rows: freeTable });
  if (inPrograms) await expect(own).rejects.toMatchObject(within(inPrograms));
  else expect((await own).body.length).toBeGreaterThan(0);
  const { valid, issues } = await inspect({ data, ...options }, { heavy });
  expect(valid).toBe(false);
  expect(issues.map(({ code, field }) => [code, field])).toContainEqual(["invalid_option", "moduleSize"]);
});

test("a size next to a design replaces the one in the design", async () => {
  const pairs = [
    [{ size: 300 }, { moduleSize: 10 }],
    [{ moduleSize: 10 }, { size: 300 }],
  ] as const;
  for (const [saved, own] of pairs) {
    const expected = toSvg(text, { ...own, dotStyle: "dots" });
    const look = { ...saved, dotStyle: "dots" } as const;
    expect(toSvg(text, { ...design(look), ...own } as never)).toBe(expected);
    expect(toSvg(text, { ...design({ ...design(look), ...own } as never) })).toBe(expected);
    expect(await draw(text, { ...design(look), ...own, format: "svg" } as never)).toBe(expected);
    expect(await draw(text, { design: look, ...own, format: "svg" })).toBe(expected);
    const both = { ...design(look), size: 200, moduleSize: 9 } as never;
    expect(errorOf(() => toSvg(text, both))).toMatchObject({ field: "moduleSize", rule: excludes });
  }
});

test("size and moduleSize exclude each other", async () => {
  const both = { size: 300, moduleSize: 4 };
  const error = { code: "INVALID_OPTION", field: "moduleSize", rule: excludes };
  for (const drawIt of [toPng, toSvg, toDataUrl]) expect(errorOf(() => drawIt(text, both))).toMatchObject(error);
  expect(errorOf(() => toSvg(text, design(both)))).toMatchObject(error);
  await expect(draw(text, both)).rejects.toMatchObject(error);
  await expect(generate({ data: text, ...both }, { heavy })).rejects.toMatchObject(error);
  expect(toPng(text, { size: undefined, moduleSize: 4 })).toEqual(toPng(text, { moduleSize: 4 }));
});
