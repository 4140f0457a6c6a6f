import { readFileSync } from "node:fs";
import { unzlibSync } from "fflate";
import { expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { formats } from "../../src/options/formats.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { designs } from "../../src/render/formats.ts";
import { NO_PRINT, paintPicture } from "../../src/render/pictures.ts";
import { planPicture } from "../../src/render/plan-picture.ts";
import { generate } from "../../src/service/generate.ts";
import { createService, inspect } from "../../src/service/service.ts";
import { heavy, logoData } from "../service/reports.ts";

const data = "https://example.com/print";
const latin = (body: Uint8Array | string) => (typeof body === "string" ? body : Buffer.from(body).toString("latin1"));
const draw = async (options: object) => latin((await generate({ data, ...options }, { heavy })).body);

/** Returns the decompressed streams of a PDF that begin with the entries `start`. */
function streamsOf(pdf: string, start: string): string[] {
  const found = [...pdf.matchAll(/<<([^\n]*)\/Length (\d+)>>\nstream\n/g)];
  return found.flatMap(({ 0: head, 1: entries = "", 2: length, index }) => {
    const from = index + head.length;
    const bytes = Buffer.from(pdf.slice(from, from + Number(length)), "latin1");
    if (!entries.startsWith(start)) return [];
    return [entries.includes("DCTDecode") ? latin(bytes) : latin(unzlibSync(bytes))];
  });
}

const pagesOf = (pdf: string) => streamsOf(pdf, "/Filter/FlateDecode");

test.each([
  ["40mm", 113.38583],
  ["1.5in", 108],
  ["113pt", 113],
])("the width %s is exact in points", async (width, points) => {
  expect(await draw({ format: "pdf", width })).toContain(`/MediaBox[0 0 ${points} ${points}]`);
  const eps = await draw({ format: "eps", width });
  expect(eps).toContain(`%%HiResBoundingBox: 0 0 ${points} ${points}\n`);
  expect(eps).toContain(`%%BoundingBox: 0 0 ${Math.ceil(points)} ${Math.ceil(points)}\n`);
});

test("without a width, a pixel is 1/96 inch", async () => {
  expect(await draw({ format: "pdf", size: 400 })).toContain("/MediaBox[0 0 300 300]");
});

test("black modules are pure black ink, and other colours RGB", async () => {
  const [black = ""] = pagesOf(await draw({ format: "pdf" }));
  expect(black).toMatch(/\b0 g /);
  expect(black).not.toContain(" rg ");
  const [blue = ""] = pagesOf(await draw({ format: "pdf", color: "0000ff" }));
  expect(blue).toContain("0 0 1 rg ");
});

test("a transparent background draws nothing", async () => {
  const [page = ""] = pagesOf(await draw({ format: "pdf", bg: "transparent" }));
  expect(page.match(/ f\*? Q/g)).toHaveLength(1);
  expect(await draw({ format: "eps", bg: "transparent" })).not.toContain("\n1 g");
});

test("the same options give the same bytes, and another title another id", async () => {
  const options = { format: "pdf", width: "40mm", dotStyle: "rounded", gradient: "radial,1a5fb4,813d9c" };
  expect(await draw(options)).toBe(await draw(options));
  const idOf = (pdf: string) => /\/ID\[<(\w+)>/.exec(pdf)?.[1];
  expect(idOf(await draw({ ...options, title: "A" }))).not.toBe(idOf(await draw({ ...options, title: "B" })));
});

test.each(["a) /Evil (b", "back\\", "%%EOF", "endobj", "שלום", "😀", "<</a>>"])(
  "the title %j stays a title",
  async (title) => {
    const pdf = await draw({ format: "pdf", title });
    const [, text = "", hex = ""] = /\/Title(?:\(((?:\\.|[^\\()])*)\)|<(\w+)>)\/Producer/.exec(pdf) ?? [];
    const shown = hex ? Buffer.from(hex, "hex").subarray(2).swap16().toString("utf16le") : text.replace(/\\(.)/g, "$1");
    expect(shown).toBe(title);
    const eps = await draw({ format: "eps", title });
    expect(eps.match(/^%%Title: \((?:\\.|[^\\()])*\)$/m)).not.toBeNull();
    expect(eps.match(/^%%EOF$/gm)).toHaveLength(1);
    expect(/^[\n -~]*$/.test(eps)).toBe(true);
  },
);

test("lines of an EPS have at most 255 characters", async () => {
  const eps = await draw({
    format: "eps",
    dotStyle: "fluid",
    version: 10,
    logoData,
    bgGradient: "linear,0,ffffff,f6d32d",
  });
  expect(Math.max(...eps.split("\n").map((line) => line.length))).toBeLessThanOrEqual(255);
});

test("contains a JPEG logo unchanged, and other logos as pixels with a mask", async () => {
  const file = readFileSync(new URL("../logo/baseline.jpg", import.meta.url));
  const pdf = await draw({ format: "pdf", logoData: file.toString("base64") });
  expect(streamsOf(pdf, "/Type/XObject/Subtype/Image")).toEqual([latin(file)]);
  const circle = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="red"/></svg>`;
  const disc = await draw({
    format: "pdf",
    logoData: Buffer.from(circle).toString("base64"),
    logoMime: "image/svg+xml",
  });
  expect(streamsOf(disc, "/Type/XObject/Subtype/Image")).toHaveLength(2);
  expect(disc).toMatch(/\/ColorSpace\/DeviceRGB\/SMask \d+ 0 R/);
});

test("a report scans the shapes of a PDF", async () => {
  const report = await inspect({ data, format: "pdf", width: "40mm", dotStyle: "rounded" }, { heavy });
  expect(report).toMatchObject({ valid: true, scan: { grade: "A" }, picture: { printed: { width: 40 } } });
});

test("programs without code for print reject the formats", () => {
  const plan = planPicture(checkOptions({ data, format: "pdf" }));
  expect(() => paintPicture(plan, {}, designs)).toThrow(
    expect.objectContaining({ code: "NOT_SUPPORTED", rule: NO_PRINT }),
  );
});

test("HTTP responses have a type and a file name", async () => {
  const app = createApp(createService({}));
  for (const format of ["pdf", "eps"] as const) {
    const response = await app(new Request(`http://isoqr.test/api/qr?data=x&format=${format}`));
    expect(response.headers.get("Content-Type")).toBe(formats[format].contentType);
    expect(response.headers.get("Content-Disposition")).toBe(`inline; filename="qr-code.${format}"`);
  }
});
