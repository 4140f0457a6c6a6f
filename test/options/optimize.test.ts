import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { pngGrid } from "../../src/core/symbol.ts";
import { renderToString } from "../../src/element/element.ts";
import { createApp } from "../../src/http/app.ts";
import { toSvg } from "../../src/index.ts";
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

  test("scan defaults version to 2 and boost to true, and keeps ec", () => {
    expect(settled({ optimize: "scan" })).toEqual({ version: 2, boost: true, ec: "M" });
    expect(settled({ optimize: "scan", ec: "L" })).toEqual({ version: 2, boost: true, ec: "L" });
  });

  test("scan respects an explicit version and boost", () => {
    expect(settled({ optimize: "scan", version: 1 })).toEqual({ version: 1, boost: true, ec: "M" });
    expect(settled({ optimize: "scan", version: "7" })).toEqual({ version: 7, boost: true, ec: "M" });
    expect(settled({ optimize: "scan", boost: "false" })).toEqual({ version: 2, boost: false, ec: "M" });
  });

  test.each([
    ["less than two pixels per module", { size: 60 }],
    ["much smaller modules", { size: 120 }],
    ["no quiet zone", { margin: 0 }],
  ])("scan keeps version 1 if version 2 would have %s", (_, input) => {
    expect(settled({ optimize: "scan", ...input }).version).toBe(1);
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

test("scan makes modules at most a seventh narrower, and changes only codes of version 1", () => {
  const versions = new Set<number>();
  for (const text of ["x", data, "https://example.com", "long ".repeat(40)]) {
    for (const margin of [0, 4, 10]) {
      for (let size = 32; size <= 400; size++) {
        const frame = { data: text, size, margin };
        const [plain, scan] = [checkOptions(frame), checkOptions({ ...frame, optimize: "scan" })].map((options) => {
          const { side, version } = encodeSymbol(text, { ...options, mask: 0 });
          return { version, scale: pngGrid(side, options).scale };
        });
        if (!plain || !scan) throw new Error("both option sets must be encoded");
        if (plain.version > 1) expect(scan).toEqual(plain);
        else expect(scan.scale).toBeGreaterThanOrEqual((6 / 7) * plain.scale);
        if (plain.version === 1) versions.add(scan.version);
      }
    }
  }
  expect([...versions].sort()).toEqual([1, 2]);
});

test.each([
  [60, 1],
  [70, 2],
  [150, 1],
  [205, 2],
  [256, 2],
  [290, 1],
  [300, 2],
])("scan in a picture of %i px has version %i, in every format", (size, version) => {
  for (const format of formatNames) expect(settled({ optimize: "scan", size, format }).version).toBe(version);
});

test.each(table.frame.of)("scan considers the pixels that the frame %s leaves for the code", (frame) => {
  const versions = new Set<number>();
  for (let size = 32; size <= 400; size++) {
    const inside = insideFrame(checkOptions({ data, frame, size })).size;
    const { version } = settled({ optimize: "scan", frame, size });
    expect(version).toBe(inside < 32 ? 1 : settled({ optimize: "scan", size: inside }).version);
    versions.add(version);
  }
  expect([...versions].sort()).toEqual([1, 2]);
});

describe("a picture with optimize=scan", () => {
  const links = createMemoryLinks();
  const service = createService({ heavy, links });
  const app = createApp(service);
  const get = async (path: string) =>
    new Uint8Array(await (await app(new Request(`http://isoqr.test${path}`))).arrayBuffer());

  test.each(formatNames)("is the %s with version=2 and boost=true", async (format) => {
    const [scan, same, plain] = await Promise.all(
      [{ optimize: "scan" }, { version: 2, boost: true }, {}].map((input) =>
        service.generate({ data, format, ...input }),
      ),
    );
    expect(scan).toEqual(same);
    expect(scan).not.toEqual(plain);
  });

  test.each(["png", "svg"])("is the %s with version=2 and boost=true, also with a logo", async (format) => {
    const logoData = Buffer.from(plainPng(8, 8)).toString("base64");
    const input = { data, format, logoData, logoSize: 0.1 };
    const draw = (more: RawOptions) => service.generate({ ...input, ...more });
    expect(await draw({ optimize: "scan" })).toEqual(await draw({ version: 2, boost: true }));
    expect(await draw({ optimize: "scan", ec: "M" })).toEqual(await draw({ version: 2, ec: "M", boost: true }));
  });

  test("is returned by links", async () => {
    const { id } = await service.createLink({ data });
    const image = await get(`/i/${id}.png?optimize=scan`);
    expect(image).toEqual(await get(`/api/qr?data=${data}&version=2&boost=true`));
    expect(image).toEqual(await get(`/api/qr?data=${data}&optimize=scan`));
  });

  test("is returned by batches, and an item can override the shared option", async () => {
    const { results } = await service.generateBatch({
      options: { format: "svg", optimize: "scan" },
      items: [{ data }, { data, optimize: "none" }],
    });
    const bodies: unknown[] = [];
    for await (const entry of results) bodies.push("picture" in entry && entry.picture.body);
    expect(bodies).toEqual([toSvg(data, { version: 2, boost: true }), toSvg(data)]);
  });

  test("is written by the command line", async () => {
    const file = join(newFolder(), "code.svg");
    expect(await isoqr([data, "--optimize", "scan", "-o", file])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("written"),
    });
    expect(readFileSync(file, "utf8")).toBe(toSvg(data, { version: 2, boost: true }));
    expect(await isoqr([data, "--optimize", "all"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(ruleText(oneOf, "--optimize", { text: "none, scan" })),
    });
  });

  test("is shown by the element", () => {
    const pathOf = (markup: string) => / d="([^"]{100,})"/.exec(markup)?.[1];
    const markup = renderToString({ data, optimize: "scan" });
    expect(markup).toMatch(/^<qr-code data="[^"]+" optimize="scan">/);
    expect(pathOf(markup)).toBe(pathOf(toSvg(data, { version: 2, boost: true })));
  });

  test("is the one that reports describe", async () => {
    const report = await inspect({ data, optimize: "scan" }, { heavy: scanner });
    expect(report).toMatchObject({
      valid: true,
      options: { optimize: "scan", version: 2, boost: true, ec: "M" },
      qr: { version: 2, ec: "H", size: 25 },
      scan: { passed: true },
      issues: [],
    });
    expect((await inspect({ data }, { heavy: scanner })).issues).toEqual([]);
  });
});
