import { describe, expect, test } from "vitest";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { createRasterizer } from "../../src/adapters/resvg.ts";
import { checkValues } from "../../src/options/kinds.ts";
import {
  GRID,
  LABEL,
  LABELS,
  MAX_LABELS,
  PADDING_RULE,
  START,
  sheetTable,
  TEMPLATE,
  TOO_LARGE_GRID,
} from "../../src/options/sheet-table.ts";
import { gridOf, labelAt, layOutLabel, perPage } from "../../src/print/labels.ts";
import { labelTemplates, templateNames } from "../../src/print/templates.ts";
import { createService } from "../../src/service/service.ts";
import { drawCaption } from "../card/tools.ts";
import { heavyOf } from "../heavy.ts";
import { QUARTERS, svgBytes } from "../logo/logos.ts";

const service = createService({ heavy: heavyOf({ drawCaption }) });
const settingsOf = (input: object) => checkValues(sheetTable, input);
const itemsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ data: `https://example.com/${at}` }));

async function pdfOf(input: object): Promise<string> {
  const sheet = await service.drawSheet(input as never);
  const parts: Uint8Array[] = [];
  for await (const part of sheet.pdf()) parts.push(part);
  return Buffer.concat(parts).toString("latin1");
}

describe("templates", () => {
  test("there are at least thirty, of several makers", () => {
    expect(templateNames.length).toBeGreaterThanOrEqual(30);
    expect(new Set(templateNames.map((name) => name.split("-")[0]))).toEqual(
      new Set(["avery", "herma", "brother", "dymo"]),
    );
  });

  test.each(templateNames)("%s fits on its paper, and no label overlaps another", (template) => {
    const grid = gridOf(settingsOf({ template }));
    const last = labelAt(grid, perPage(grid) - 1);
    expect(Math.min(grid.left, grid.top)).toBeGreaterThan(-0.051);
    expect(last.left + last.width).toBeLessThanOrEqual(grid.page.width + 0.05);
    expect(last.top + last.height).toBeLessThanOrEqual(grid.page.height + 0.05);
    expect(Math.min(grid.stepX - grid.width, grid.stepY - grid.height)).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ["avery-l7160", 21, 7.21, 15.15, 66.04, 38.1],
    ["avery-l7163", 14, 4.63, 15.15, 101.64, 38.1],
    ["avery-5160", 30, 4.76, 12.7, 69.85, 25.4],
    ["avery-5163", 10, 3.97, 12.7, 106.36, 50.8],
    ["avery-l7651", 65, 4.67, 10.7, 40.64, 21.2],
  ])("%s has the margins and steps that its maker states", (template, count, left, top, stepX, stepY) => {
    const grid = gridOf(settingsOf({ template }));
    expect(perPage(grid)).toBe(count);
    for (const [found, stated] of [
      [grid.left, left],
      [grid.top, top],
      [grid.stepX, stepX],
      [grid.stepY, stepY],
    ] as const) {
      expect(Math.abs(found - stated)).toBeLessThan(0.1);
    }
  });

  test("are found as people write them", () => {
    expect(gridOf(settingsOf({ template: "Avery L7160" }))).toEqual(gridOf(settingsOf({ template: "avery-l7160" })));
    expect(labelTemplates["avery-l7160"]?.title).toBe("Avery L7160");
  });
});

describe("a label", () => {
  const wide = { width: 63.5, height: 38.1 };
  const square = { width: 50, height: 50 };

  test("without a caption has the largest code, in the middle", () => {
    expect(layOutLabel(wide, 1, undefined).code).toEqual({ left: 14.2, top: 1.5, width: 35.1, height: 35.1 });
  });

  test.each([
    ["beside the code, if it is flat", wide],
    ["below the code, otherwise", square],
  ])("has its caption %s", (_, size) => {
    const { code, lines } = layOutLabel(size, 1, "Chair 7, first floor");
    expect(lines.map(({ text }) => text).join(" ")).toBe("Chair 7, first floor");
    for (const { box, largest } of lines) {
      const isBeside = box.left >= code.left + code.width;
      expect(isBeside).toBe(size === wide);
      expect(isBeside || box.top >= code.top + code.height - 1e-9).toBe(true);
      expect(box.top + box.height).toBeLessThanOrEqual(size.height);
      expect(largest).toBeGreaterThan(1.7);
    }
  });
});

test("pages have the size of the paper, and as many as the labels need, from the first free one on", async () => {
  const sheet = await service.drawSheet({ template: "avery-l7160", items: itemsOf(40), start: 4 });
  expect([sheet.labels, sheet.pages]).toEqual([40, 3]);
  const text = await pdfOf({ template: "avery-l7160", items: itemsOf(40), start: 4 });
  expect(text.match(/\/MediaBox\[0 0 595\.27559 841\.88976\]/g)).toHaveLength(3);
  expect(await pdfOf({ template: "avery-l7160", items: itemsOf(40), start: 4 })).toBe(text);
});

test("pages arrive as they are drawn", async () => {
  const sheet = await service.drawSheet({ template: "avery-l7160", items: itemsOf(63) });
  const pdf = sheet.pdf();
  let seen = "";
  for (let at = 0; at < 3 && !seen.includes("/Type/Page"); at++) {
    seen += Buffer.from((await pdf.next()).value as Uint8Array).toString("latin1");
  }
  expect(seen).not.toContain("%%EOF");
  await pdf.return();
});

test("a thousand codes take less than 1 MB", async () => {
  const text = await pdfOf({ template: "avery-l4732", items: itemsOf(1000) });
  expect(text.length).toBeLessThan(1_000_000);
});

test("a logo is in the file once", async () => {
  const { draw } = createRasterizer(readPackageFile);
  const { readLogoHeader } = await import("../../src/logo/header.ts");
  const drawLogo = async ({ bytes, width, height }: { bytes: Uint8Array; width: number; height: number }) =>
    draw(Buffer.from(bytes).toString(), { width, height });
  const heavy = heavyOf({ drawCaption, drawLogo, readLogo: async (bytes) => readLogoHeader(bytes) });
  const logoData = Buffer.from(svgBytes(QUARTERS)).toString("base64");
  const sheet = await createService({ heavy }).drawSheet({
    template: "avery-l7163",
    items: itemsOf(14),
    options: { logoData, logoMime: "image/svg+xml" },
  });
  const parts: Uint8Array[] = [];
  for await (const part of sheet.pdf()) parts.push(part);
  const images =
    Buffer.concat(parts)
      .toString("latin1")
      .match(/\/Subtype\/Image/g) ?? [];
  expect(images.length).toBeLessThanOrEqual(2);
});

test("the report lists codes below B at their printed size, and captions that do not fit", async () => {
  const { createHeavyWork } = await import("../../src/runtime/heavy-work.ts");
  const graded = createService({ heavy: createHeavyWork() });
  const long = "x ".repeat(700);
  const items = [{ data: "https://example.com" }, { data: long }, { data: "a", caption: "word ".repeat(39).trim() }];
  const report = await (await graded.drawSheet({ template: "avery-l4731", items })).report();
  expect(report).toMatchObject({ labels: 3, pages: 1, perPage: 189, cut: [2] });
  expect(report.weak.map(({ index }) => index)).toContain(1);
  const large = await (await graded.drawSheet({ template: "avery-l7165", items: items.slice(0, 1) })).report();
  expect(large.weak).toEqual([]);
});

test.each([
  ["avery-l4731", "École Élémentaire Étage trois, a"],
  ["avery-l4731", "Übungsraum 7, Schrank 12, Gebäude Süd, E"],
  ["avery-l7160", "ห้องสมุดชั้นที่สามตู้หนังสือ"],
  ["avery-l4731", "غرفة التدريب السابعة في المبنى الجنوبي"],
  ["avery-l4731", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦"],
])("a caption with high letters is drawn on %s: %s", async (template, caption) => {
  const plain = await pdfOf({ template, items: [{ data: "x" }] });
  expect((await pdfOf({ template, items: [{ data: "x", caption }] })).length).toBeGreaterThan(plain.length + 100);
});

test("cuts between letters as readers see them, and never inside an emoji", async () => {
  const texts: string[] = [];
  const own = heavyOf({
    drawCaption: (job) => {
      texts.push(job.text);
      return drawCaption(job);
    },
  });
  const caption = "🇩🇪👩‍👩‍👧‍👦".repeat(12);
  const sheet = await createService({ heavy: own }).drawSheet({
    template: "avery-l4731",
    items: [{ data: "x", caption }],
  });
  for await (const _ of sheet.pdf());
  expect(texts.length).toBeGreaterThan(1);
  for (const text of texts) expect(text).toMatch(/^(?:🇩🇪|👩‍👩‍👧‍👦)*…?$/u);
});

test("labels with a frame have a report, and modules that are as wide as printed", async () => {
  // Without a decoder, only the width of modules tells.
  const items = [{ data: "x".repeat(400) }];
  const reportOf = async (options: object) =>
    (await service.drawSheet({ template: "avery-l4731", items, options })).report();
  const [plain] = (await reportOf({})).weak;
  const [framed] = (await reportOf({ frame: "banner-bottom", caption: "Scan me" })).weak;
  const [sized] = (await reportOf({ moduleSize: 20 })).weak;
  // 8 mm for 77 modules with their quiet zone.
  expect(plain?.module).toBeCloseTo(8 / (69 + 8), 1);
  expect(framed?.module).toBeLessThan(plain?.module as number);
  expect(sized).toEqual(plain);
});

test("grades large labels at a resolution that can be checked", async () => {
  const { createHeavyWork } = await import("../../src/runtime/heavy-work.ts");
  const grid = { columns: 1, rows: 1, labelWidth: "200mm", labelHeight: "200mm" };
  const sheet = await createService({ heavy: createHeavyWork() }).drawSheet({ ...grid, items: itemsOf(1) });
  expect((await sheet.report()).weak).toEqual([]);
});

test("lists the codes for which no scan was left", async () => {
  const heavy = heavyOf({ drawCaption });
  const items = Array.from({ length: 40 }, (_, at) => ({ data: "x".repeat(900), color: `${100_000 + at}` }));
  const report = await (await createService({ heavy }).drawSheet({ template: "avery-l4731", items })).report();
  expect(report.weak.length + report.unchecked.length).toBe(40);
  expect(report.unchecked.length).toBeGreaterThan(0);
});

test("an item replaces shared content in either form, and its caption may be a number", async () => {
  const template = "avery-l7160";
  const [text, bytes] = [{ data: "a" }, { dataBase64: "YQ==" }];
  const drawn = await pdfOf({ template, items: [text] });
  expect(await pdfOf({ template, items: [bytes], options: { data: "other" } })).toBe(drawn);
  expect(await pdfOf({ template, items: [text], options: bytes })).toBe(drawn);
  expect(await pdfOf({ template, items: [{}], options: bytes })).toBe(drawn);
  const seven = await pdfOf({ template, items: [{ ...text, caption: "7" }] });
  expect(await pdfOf({ template, items: [{ ...text, caption: 7 }] })).toBe(seven);
});

test.each([
  [{ template: "avery-0" }, "template", TEMPLATE],
  [{ columns: 2, rows: 2, labelWidth: "50mm" }, "labelHeight", GRID],
  [{ columns: 5, rows: 2, labelWidth: "50mm", labelHeight: "20mm" }, "columns", TOO_LARGE_GRID],
  [{ template: "avery-l7160", start: 22 }, "start", START],
  [{ template: "avery-l4731", padding: "4mm" }, "padding", PADDING_RULE],
  [{ labelWidth: "50" }, "labelWidth", undefined],
  [{ template: "avery-l7160", items: [] }, "items", LABELS],
  [{ template: "avery-l7160", items: Array(MAX_LABELS + 1).fill({ data: "x" }) }, "items", LABELS],
  [{ template: "avery-l7160", items: [{ data: "x" }, 5] }, "items", LABEL],
  [{ template: "avery-l7160", items: [{ data: "x" }, { data: "x".repeat(3000) }] }, "items[1].data", undefined],
  [{ template: "avery-l7160", items: [{ data: "x", color: "red" }] }, "items[0].color", undefined],
  [{ template: "avery-l7160", items: [{ data: "x", caption: "a\u0000b" }] }, "items[0].caption", undefined],
])("rejects %j", async (input, field, rule) => {
  const refused = expect(service.drawSheet({ items: itemsOf(1), ...input })).rejects;
  await refused.toMatchObject({ field, ...(rule && { rule }) });
});
