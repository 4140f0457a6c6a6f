import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { pngGrid } from "../../src/core/symbol.ts";
import { renderToString } from "../../src/element/element.ts";
import { createApp } from "../../src/http/app.ts";
import { encode, toPng, toSvg } from "../../src/index.ts";
import { oneOf } from "../../src/messages/option-rules.ts";
import { formatNames } from "../../src/options/formats.ts";
import { insideFrame } from "../../src/options/frames.ts";
import { checkOptions, parseOptions, type RawOptions } from "../../src/options/parse.ts";
import { optionsSchema } from "../../src/options/schema.ts";
import { table } from "../../src/options/table.ts";
import { createService, inspect } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { isoqr, newFolder } from "../cli/fake-terminal.ts";
import { heavy, plainPng } from "../logo/logos.ts";
import { ruleText } from "../rule-text.ts";
import { heavy as scanner } from "../service/reports.ts";

const data = "HTTPS://EXAMPLE.COM";
const settled = (input: RawOptions) => {
  const { version, boost, ec } = checkOptions({ data, ...input });
  return { version, boost, ec };
};

describe("optimize", () => {
  test("defaults to none, which changes nothing", () => {
    expect(checkOptions({ data }).optimize).toBe("none");
    expect(settled({ optimize: "none" })).toEqual({ version: 1, boost: false, ec: "M" });
  });

  test("scan changes no other option", () => {
    expect(settled({ optimize: "scan" })).toEqual({ version: 1, boost: false, ec: "M" });
  });

  test("parsing the resulting options again changes nothing", () => {
    for (const input of [{}, { size: 40 }, { version: 1, boost: false }]) {
      const options = checkOptions({ data, optimize: "scan", ...input });
      expect(checkOptions(options)).toEqual(options);
    }
  });

  test.each(["Scan", "", "best", true, null])("rejects %j", (optimize) => {
    const { issues } = parseOptions({ data, optimize });
    expect(issues.map(({ message }) => message)).toEqual([ruleText(oneOf, "optimize", { text: "none, scan" })]);
  });

  test("is in the schema of the HTTP API and MCP", () => {
    expect(optionsSchema().properties).toMatchObject({
      optimize: { type: "string", enum: ["none", "scan"], default: "none" },
    });
  });
});

const symbolFor = (input: RawOptions) => {
  const options = checkOptions({ data, ...input });
  const { version, ec, side } = encodeSymbol(options.data, { ...options, mask: 0 });
  return { symbol: `${version}-${ec}`, scale: pngGrid(side, options).scale };
};

test.each<[string, RawOptions, string]>([
  ["the highest level", {}, "2-H"],
  ["a lower one if modules get less than three pixels", { size: 32 * 3 }, "1-M"],
  ["the level that the version has anyway if modules are narrow", { size: 40 }, "1-M"],
  ["at least ec", { size: 40, ec: "H" }, "2-H"],
  ["the highest level of the minimum version, however narrow its modules are", { size: 60, version: 7 }, "7-H"],
  ["a level that fits in the maximum version", { maxVersion: 1 }, "1-M"],
  ["the highest level if a module has three pixels", { moduleSize: 3 }, "2-H"],
  ["the level that the version has anyway if a module has two pixels", { moduleSize: 2 }, "1-M"],
])("scan chooses %s", (_, input, symbol) => {
  expect(symbolFor({ optimize: "scan", ...input }).symbol).toBe(symbol);
});

test("scan never lowers the level, and keeps three pixels per module if the default has them", () => {
  const levels = table.ec.of;
  for (const text of ["x", data, "https://example.com", "long ".repeat(40)]) {
    for (const margin of [0, 4, 10]) {
      for (let size = 32; size <= 400; size += 3) {
        const frame = { data: text, size, margin };
        const [plain, scan] = [symbolFor(frame), symbolFor({ ...frame, optimize: "scan" })];
        const levelOf = ({ symbol }: { symbol: string }) => levels.indexOf(symbol.slice(-1) as "M");
        expect(levelOf(scan)).toBeGreaterThanOrEqual(levelOf(plain));
        expect(scan.scale).toBeGreaterThanOrEqual(Math.min(plain.scale, 3));
      }
    }
  }
});

test.each(table.frame.of)("scan considers the pixels that the frame %s leaves for the code", async (frame) => {
  const service = createService({ heavy });
  for (const size of [80, 100, 120, 140, 160]) {
    const inside = insideFrame(checkOptions({ data, frame, size })).size;
    const { body } = await service.generate({ data, frame, size, format: "png", optimize: "scan" });
    const { symbol } = symbolFor({ size: Math.max(32, inside), optimize: "scan" });
    const [version, ec] = [Number.parseInt(symbol, 10), symbol.slice(-1)];
    const same = await service.generate({ data, frame, size, format: "png", version, ec });
    expect(body, String(size)).toEqual(same.body);
  }
});

test("the report is that of the code in the frame", async () => {
  const input = { data, size: 150, frame: "badge" };
  const [scan, same] = [
    await inspect({ ...input, optimize: "scan" }, { heavy: scanner }),
    await inspect({ ...input, version: 1, ec: "M" }, { heavy: scanner }),
  ];
  expect(scan.qr).toEqual(same.qr);
  expect(scan.scan).toEqual(same.scan);
  expect(scan.issues).toEqual(same.issues);
});

describe("a picture with optimize=scan", () => {
  const links = createMemoryLinks();
  const service = createService({ heavy, links });
  const app = createApp(service);
  const get = async (path: string) =>
    new Uint8Array(await (await app(new Request(`http://isoqr.test${path}`))).arrayBuffer());

  test.each(formatNames)("is the %s with version=2 and ec=H", async (format) => {
    const [scan, same, plain] = await Promise.all(
      [{ optimize: "scan" }, { version: 2, ec: "H" }, {}].map((input) => service.generate({ data, format, ...input })),
    );
    expect(scan).toEqual(same);
    expect(scan).not.toEqual(plain);
  });

  test.each(["png", "svg"])("is the %s with version=2 and ec=H, also with a logo", async (format) => {
    const logoData = Buffer.from(plainPng(8, 8)).toString("base64");
    const input = { data, format, logoData, logoSize: 0.1 };
    const draw = (more: RawOptions) => service.generate({ ...input, ...more });
    expect(await draw({ optimize: "scan" })).toEqual(await draw({ version: 2, ec: "H" }));
    expect(await draw({ optimize: "scan", ec: "M" })).toEqual(await draw({ ec: "H" }));
  });

  test("is returned by links", async () => {
    const { id } = await service.createLink({ data });
    const image = await get(`/i/${id}.png?optimize=scan`);
    expect(image).toEqual(await get(`/api/qr?data=${data}&version=2&ec=H`));
    expect(image).toEqual(await get(`/api/qr?data=${data}&optimize=scan`));
  });

  test("is returned by batches, and an item can override the shared option", async () => {
    const { results } = await service.generateBatch({
      options: { format: "svg", optimize: "scan" },
      items: [{ data }, { data, optimize: "none" }],
    });
    const bodies: unknown[] = [];
    for await (const entry of results) bodies.push("picture" in entry && entry.picture.body);
    expect(bodies).toEqual([toSvg(data, { version: 2, ec: "H" }), toSvg(data)]);
  });

  test("is written by the command line", async () => {
    const file = join(newFolder(), "code.svg");
    expect(await isoqr([data, "--optimize", "scan", "-o", file])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("written"),
    });
    expect(readFileSync(file, "utf8")).toBe(toSvg(data, { version: 2, ec: "H" }));
    expect(await isoqr([data, "--optimize", "all"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(ruleText(oneOf, "--optimize", { text: "none, scan" })),
    });
  });

  test("is drawn by the library", () => {
    expect(toSvg(data, { optimize: "scan" })).toBe(toSvg(data, { ec: "H" }));
    expect(encode(data, { optimize: "scan" })).toMatchObject({ version: 2, ec: "H" });
    expect(toPng(data, { optimize: "scan", size: 96 })).toEqual(toPng(data, { size: 96, boost: true }));
  });

  test("is shown by the element", () => {
    const pathOf = (markup: string) => / d="([^"]{100,})"/.exec(markup)?.[1];
    const markup = renderToString({ data, optimize: "scan" });
    expect(markup).toMatch(/^<qr-code data="[^"]+" optimize="scan">/);
    expect(pathOf(markup)).toBe(pathOf(toSvg(data, { version: 2, ec: "H" })));
  });

  test("is the one that reports describe", async () => {
    const report = await inspect({ data, optimize: "scan" }, { heavy: scanner });
    expect(report).toMatchObject({
      valid: true,
      options: { optimize: "scan", version: 1, boost: false, ec: "M" },
      qr: { version: 2, ec: "H", size: 25 },
      scan: { passed: true },
      issues: [],
    });
    expect((await inspect({ data }, { heavy: scanner })).issues).toEqual([]);
  });
});
