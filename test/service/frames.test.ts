import { describe, expect, test } from "vitest";
import { readLogoHeader } from "../../src/logo/header.ts";
import { createLogoFetcher } from "../../src/logo/host/fetcher.ts";
import {
  captionBlank,
  captionControls,
  captionLength,
  colorDigits,
  lineLength,
  oneOf,
} from "../../src/messages/option-rules.ts";
import { missingCharacters } from "../../src/messages/report-rules.ts";
import { parseOptions } from "../../src/options/parse.ts";
import { table } from "../../src/options/table.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService, type ServiceParts } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { drawCaption } from "../card/tools.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { heavyOf } from "../heavy.ts";
import { drawLogo, QUARTERS, svgBytes } from "../logo/logos.ts";
import { ruleText } from "../rule-text.ts";

const data = "https://example.com/frames";
const logoData = Buffer.from(svgBytes(QUARTERS)).toString("base64");
const heavy = heavyOf({ drawLogo, readLogo: async (bytes) => readLogoHeader(bytes), drawCaption });
const service = createService({ heavy });
const frames = table.frame.of.filter((frame) => frame !== "none");

test.each(frames)("draws a logo in a frame: %s", async (frame) => {
  const input = { data, frame, caption: "Scan me", logoData, logoMime: "image/svg+xml", size: 400 };
  const { body } = await service.generate(input);
  const picture = readPng(body as Uint8Array);
  const read = await Promise.all(decoders.map((decoder) => decoder.read(picture)));
  expect(read.filter((text) => text === data).length).toBeGreaterThanOrEqual(2);
  const svg = String((await service.generate({ ...input, format: "svg" })).body);
  expect(svg).toContain("<image ");
  expect(svg.match(/<svg/g)).toHaveLength(1);
});

describe("a caption without a frame", () => {
  test("implies a banner below the code", () => {
    expect(parseOptions({ data, caption: "Scan me" }).options.frame).toBe("banner-bottom");
    expect(parseOptions({ data, caption: "Scan me", frame: "ticket" }).options.frame).toBe("ticket");
  });
  test("is ignored with frame=none", () => {
    expect(parseOptions({ data, caption: "Scan me", frame: "none" }).options).toMatchObject({
      frame: "none",
      caption: undefined,
    });
  });
});

test.each([
  [{ frame: "circles" }, ruleText(oneOf, "frame", { text: table.frame.of.join(", ") })],
  [{ caption: "" }, ruleText(captionBlank, "caption")],
  [{ caption: " \u200B\u3000" }, ruleText(captionBlank, "caption")],
  [{ caption: "\u3164" }, ruleText(captionBlank, "caption")],
  [{ caption: "\u2800 \uFE0F\uFFA0" }, ruleText(captionBlank, "caption")],
  [{ caption: "a\nb" }, ruleText(captionControls, "caption", { text: "U+000A" })],
  [{ caption: "abc\u202Edef" }, ruleText(captionControls, "caption", { text: "U+202E" })],
  [{ caption: "\u2066abc\u2069" }, ruleText(captionControls, "caption", { text: "U+2066" })],
  [{ caption: "x".repeat(61) }, ruleText(captionLength, "caption", { max: 60 })],
  [{ caption: 5 }, ruleText(lineLength, "caption", { max: 60 })],
  [{ caption: "W".repeat(60) }, /^caption is too long to be readable: shorten it to about \d+ characters$/],
  [{ frameColor: "red" }, ruleText(colorDigits, "frameColor")],
  [{ captionColor: "transparent" }, ruleText(colorDigits, "captionColor")],
])("rejects %j", async (input, message) => {
  await expect(service.generate({ data, ...input })).rejects.toThrow(message);
  const { valid, issues } = await service.inspect({ data, ...input });
  expect(valid).toBe(false);
  expect(issues[0]?.message).toMatch(message);
  expect(issues[0]).toMatchObject({ code: "invalid_option", severity: "error" });
});

describe("links", () => {
  const logos = createLogoFetcher({ resolve: () => Promise.reject(new Error("no name is resolved")) });
  const linked = (parts: ServiceParts) => createService({ links: createMemoryLinks(), ...parts });
  const server = linked({ heavy, logos });
  const url = { logo: "https://example.com/logo.png" };

  test.each([
    [{ caption: "W".repeat(60) }, /^caption is too long to be readable/],
    [{ design: { caption: "W".repeat(60) } }, /^caption is too long to be readable/],
    [{ logo: "http://127.0.0.1:8080/a.png" }, /^logo must be on a server with a public host name/],
    [{ logo: "https://example.com:22/a.png" }, /^logo must use the default port/],
    [{ logoData: "aGVsbG8=" }, /^logoData cannot be read as an image/],
    [{ data: "x".repeat(2000), ...url }, /^data /],
  ])("with pictures that cannot be drawn are not created: %j", async (input, message) => {
    await expect(server.createLink({ data, ...input })).rejects.toThrow(message);
  });

  test("with other pictures are created, without fetching their logos", async () => {
    for (const input of [{ caption: "Scan me" }, { logoData, logoMime: "image/svg+xml" }, url]) {
      expect(await server.createLink({ data, ...input })).toHaveProperty("token");
    }
    expect(await server.createLink({ data: "x".repeat(2900), caption: "Scan me" })).toHaveProperty("token");
  });

  test("are created on hosts that cannot draw their pictures", async () => {
    expect(await linked({}).createLink({ data, caption: "Scan me", logoData })).toHaveProperty("token");
  });
});

test("rejects captions where there are no fonts", async () => {
  for (const host of [createService(), createService({ heavy: heavyOf({}) })]) {
    const input = { data, caption: "Scan me" };
    await expect(host.generate(input)).rejects.toMatchObject({ code: "NOT_SUPPORTED", field: "caption" });
    expect((await host.inspect(input)).issues).toMatchObject([{ code: "invalid_option", field: "caption" }]);
    // A frame needs no fonts, and formats that are not images have no frame.
    await host.generate({ data, frame: "ticket" });
    await host.generate({ ...input, format: "json" });
    await host.generate({ ...input, format: "txt" });
  }
});

test("hostile captions and titles add no elements to an SVG", async () => {
  const hostile = `"/><script>alert('&')</script>`;
  const { body } = await service.generate({ data, caption: hostile, title: hostile, format: "svg" });
  expect(String(body)).not.toMatch(/<script|alert\('/);
  const elements = new Set(String(body).match(/<\/?\w+/g));
  expect([...elements].sort()).toEqual(["</g", "</svg", "</title", "<g", "<path", "<svg", "<title"]);
});

describe("reports", () => {
  test("contain the size of the picture", async () => {
    const sizeOf = async (input: object) => (await service.inspect({ data, ...input })).picture;
    expect(await sizeOf({})).toEqual({ width: 256, height: 256 });
    expect(await sizeOf({ frame: "rounded", size: 300 })).toEqual({ width: 300, height: 300 });
    expect(await sizeOf({ caption: "Scan me", size: 300, format: "svg" })).toEqual({ width: 300, height: 355 });
    expect(await sizeOf({ format: "json" })).toBeNull();
  });
  test("warn about a caption that is hard to read", async () => {
    const input = { data, caption: "Scan me", frameColor: "cccccc", captionColor: "ffffff" };
    const { issues } = await service.inspect(input);
    const issue = issues.find(({ code }) => code === "caption_contrast");
    expect(issue).toMatchObject({ severity: "warning", field: "captionColor" });
    expect(issue?.message).toBe(
      "captionColor and frameColor have a contrast of 1.61:1, but 4.5:1 or more is recommended: remove captionColor",
    );
    expect((await service.inspect({ ...input, captionColor: undefined })).issues.map(({ code }) => code)).toEqual([
      "scan_skipped",
    ]);
  });
  test("name the characters of a caption that no font has", async () => {
    const { issues, valid } = await service.inspect({ data, caption: "Hé 𒀀𒀁𒀀 😀" });
    expect(valid).toBe(true);
    expect(issues.filter(({ field }) => field === "caption")).toMatchObject([
      {
        code: "caption_characters",
        severity: "warning",
        field: "caption",
        message: ruleText(missingCharacters, "caption", { text: "𒀀 𒀁" }),
      },
    ]);
    const common = await service.inspect({ data, caption: "Scan é 日本 مرحبا हिन्दी 👩‍👩‍👧 e\u0301\u200d\u00ad" });
    expect(common.issues.filter(({ field }) => field === "caption")).toEqual([]);
  });
  test("suggest a size that is large enough with the frame", async () => {
    const input = { data, frame: "ticket", size: 60 };
    const { issues } = await service.inspect(input);
    const size = Number(/at least (\d+)/.exec(issues.map(({ message }) => message).join())?.[1]);
    expect((await service.inspect({ ...input, size })).qr?.pixelsPerModule).toBe(4);
    expect((await service.inspect({ ...input, size: size - 1 })).qr?.pixelsPerModule).toBeLessThan(4);
  });
  test("scan the framed picture", async () => {
    const whole = createService({ heavy: createHeavyWork() });
    for (const frame of frames) {
      for (const format of ["png", "svg"]) {
        const input = { data, frame, format, caption: "Scan me", size: 300, bg: "f8f8f8" };
        const { scan, valid } = await whole.inspect(input);
        expect(scan, `${frame} ${format}`).toMatchObject({ passed: true, unusedErrorCorrection: 1 });
        expect(scan?.grade).toMatch(/[AB]/);
        expect(valid).toBe(true);
      }
    }
    const narrow = await whole.inspect({ data, frame: "plain", margin: 1, size: 300 });
    const zone = narrow.scan?.margins.find(({ name }) => name === "quiet zone");
    expect(zone?.value ?? 0).toBeLessThanOrEqual(1.5);
    expect(narrow.issues.map(({ code }) => code)).toContain("quiet_zone_missing");
  });
});
