import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import type { QrError } from "../../src/errors.ts";
import { packageMissing } from "../../src/errors.ts";
import { toPng, toSvg } from "../../src/index.ts";
import { DATA_URI } from "../../src/logo/embed.ts";
import { checkLogo } from "../../src/logo/header.ts";
import { oneOf } from "../../src/messages/option-rules.ts";
import { ANY_LOGO, createDraw, type DrawOptions, NO_CANVAS } from "../../src/render/draw.ts";
import { draw } from "../../src/runtime/library.ts";
import { URL_OR_BYTES } from "../../src/runtime/library-host.ts";
import { generate } from "../../src/service/generate.ts";
import { createService } from "../../src/service/service.ts";
import { encodeBase64 } from "../../src/text/base64.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { processorTime, SOON } from "../processor-time.ts";
import { ruleText } from "../rule-text.ts";
import { frame, jpeg } from "./jpeg.ts";
import { heavy, logoFile, QUARTERS, svgBytes } from "./logos.ts";

const data = "https://example.com/drawn";
const service = createService({ heavy });

const server = createServer(({ url }, response) => {
  if (url === "/missing") response.writeHead(404).end();
  else if (url === "/large") response.end(Buffer.alloc(3 << 20));
  else response.end(url === "/leaf.svg" ? QUARTERS : logoFile("lossy.webp"));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

const files = ["still.png", "interlaced.png", "baseline.jpg", "lossy.webp", "animated.webp", "svg"] as const;
const bytesOf = (name: string) => (name === "svg" ? svgBytes(QUARTERS) : logoFile(name));
const styles: readonly Omit<DrawOptions, "format">[] = [
  { size: 300, dotStyle: "rounded", color: "#1a5fb4", logoMargin: 4 },
  { size: 640, logoSize: 0.35, bg: "#fed" },
];

const path = `<path d="M0 0h8v8z"/>`;
const svgOf = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`;
const dark = svgOf(path);

/** Returns a PNG whose compressed pixels are damaged. */
function scrambled(): Uint8Array {
  return Uint8Array.from(logoFile("still.png"), (byte, at) => (at < 50 || at > 200 ? byte : byte ^ 0x55));
}

const failure = (drawing: Promise<unknown>) =>
  drawing.then(
    () => undefined,
    (error: QrError) => ({ code: error.code, message: error.message }),
  );

describe("draw", () => {
  test.each(files)("draws %s as the service does", async (name) => {
    for (const style of styles) {
      const logo = bytesOf(name);
      const { color = "000000", bg = "ffffff" } = style;
      const six = { color: color.replace("#", ""), bg: bg === "#fed" ? "ffeedd" : bg };
      const { body } = await service.generate({ ...style, ...six, data, logoData: encodeBase64(logo) });
      const png = await draw(data, { ...style, logo });
      expect(Buffer.from(png).equals(Buffer.from(body as Uint8Array))).toBe(true);
      for (const decoder of decoders) expect(await decoder.read(readPng(png)), decoder.name).toBe(data);
    }
  });

  test("accepts bytes, a data URI, a Blob, a File and a URL", async () => {
    const logo = new Uint8Array(logoFile("lossy.webp"));
    const expected = await draw(data, { logo });
    const others = [
      Buffer.from(logo),
      `data:image/webp;base64,${encodeBase64(logo)}`,
      new Blob([logo]),
      new File([logo], "logo.webp", { type: "text/plain" }),
      `${origin}/logo.webp`,
      new URL(`${origin}/logo.webp`),
    ];
    for (const other of others) expect(await draw(data, { logo: other })).toEqual(expected);
  });

  test.each(["still.png", "baseline.jpg", "svg"])("embeds %s in an SVG, which scans", async (name) => {
    const svg = await draw(data, { format: "svg", logo: bytesOf(name), size: 400 });
    expect(svg).toContain(encodeBase64(bytesOf(name)));
    for (const decoder of decoders) expect(await decoder.read(await rasterize(svg)), decoder.name).toBe(data);
  });

  test.each(["lossy.webp", "baseline.jpg", "svg"])("embeds %s as a PNG if the options say so", async (name) => {
    for (const more of [{}, { frame: "plain", bgGradient: "linear,0,ffffff,ffffee" }] as const) {
      const options = { size: 400, format: "svg", logoFormat: "png", ...more } as const;
      const svg = await draw(data, { ...options, logo: bytesOf(name) });
      expect(svg.match(/data:[^;]+/g)).toEqual(["data:image/png"]);
      const input = { data, ...options, logoData: encodeBase64(bytesOf(name)) };
      expect(svg).toBe((await generate(input, { heavy })).body);
      for (const decoder of decoders) expect(await decoder.read(await rasterize(svg)), decoder.name).toBe(data);
    }
    const png = await draw(data, { logo: bytesOf(name), logoFormat: "png" });
    expect(png).toEqual(await draw(data, { logo: bytesOf(name) }));
  });

  test("embeds a CMYK JPEG as a PNG for programs such as resvg, which does not draw such JPEGs", async () => {
    const coloured = async (logoFormat: "auto" | "png") => {
      const svg = await draw(data, { format: "svg", logo: bytesOf("cmyk.jpg"), logoFormat });
      const { data: bytes } = await rasterize(svg);
      return bytes.filter((red, at) => at % 4 === 0 && Math.abs(red - (bytes[at + 2] ?? 0)) > 99).length;
    };
    expect(await coloured("auto")).toBe(0);
    expect(await coloured("png")).toBeGreaterThan(100);
  });

  test("rejects other formats of logos, and logoFormat without draw", async () => {
    const wrong = draw(data, { logo: bytesOf("svg"), format: "svg", logoFormat: "webp" as "png" });
    await expect(wrong).rejects.toMatchObject({ code: "INVALID_OPTION", field: "logoFormat" });
    const options = { logo: bytesOf("svg"), logoFormat: "png" };
    expect(() => toSvg(data, options)).toThrow(expect.objectContaining({ values: { name: "draw()" } }));
  });

  test("accepts an SVG logo that only the check of the service allows", async () => {
    const logo = `${origin}/leaf.svg`;
    expect(await draw(data, { format: "svg", logo })).toContain(encodeBase64(svgBytes(QUARTERS)));
    const old = svgBytes(`<!DOCTYPE svg>${QUARTERS}`);
    expect(() => toSvg(data, { logo: old })).toThrow("DOCTYPE");
    expect(await draw(data, { format: "svg", logo: old })).toContain("<image ");
  });

  test("draws codes without a logo as toPng and toSvg do", async () => {
    expect(await draw(data)).toEqual(toPng(data));
    expect(await draw(data, { format: "svg", dotStyle: "dots" })).toBe(toSvg(data, { dotStyle: "dots" }));
    expect(await draw(data, { logo: undefined, ec: undefined })).toEqual(toPng(data));
  });

  test.each<readonly [fault: string, logo: unknown, code: string, message: string]>([
    ["a number", 5, "LOGO_INVALID", ruleText(ANY_LOGO, "logo")],
    ["an object", {}, "LOGO_INVALID", ruleText(ANY_LOGO, "logo")],
    ["a file name", "logo.png", "LOGO_UNREACHABLE", ruleText(URL_OR_BYTES, "logo")],
    ["a file URL", "file:///logo.png", "LOGO_UNREACHABLE", "to use a file, pass its bytes"],
    ["a file URL after a space", " file:///logo.png", "LOGO_UNREACHABLE", "to use a file, pass its bytes"],
    ["a file URL with a tab", "fi\tle:///logo.png", "LOGO_UNREACHABLE", "to use a file, pass its bytes"],
    ["another scheme", "blob:https://example.com/1", "LOGO_UNREACHABLE", "must be an http or https URL"],
    ["a closed port", "http://127.0.0.1:9/logo.png", "LOGO_UNREACHABLE", "logo could not be fetched"],
    ["a PNG with damaged pixels", scrambled(), "LOGO_INVALID", "logo is a damaged PNG file"],
    ["a JPEG without a scan", jpeg(frame(9, 9)), "LOGO_INVALID", "logo "],
    ["an SVG without shapes", svgBytes(svgOf("")), "LOGO_INVALID", "logo is damaged or"],
    ["a transparent SVG", svgBytes(svgOf(`<path d="M0 0h8v8z" opacity="0"/>`)), "LOGO_INVALID", "logo is damaged or"],
    ...[
      ["a space before the XML declaration", ` <?xml version="1.0"?>${dark}`],
      ["two hyphens in a comment", svgOf(`<!-- a -- b -->${path}`)],
      ["an undeclared prefix", svgOf(`<use xlink:href="#a"/>${path}`)],
      ["a repeated attribute", svgOf(`<path d="M0 0h8v8z" d="M0 0h8v8z"/>`)],
      ["text after the root", `${dark}text`],
      ["a reference to a forbidden character", svgOf(`&#0;${path}`)],
      ["a control character", svgOf(`\x01${path}`)],
      ["the end of a CDATA section", svgOf(`]]>${path}`)],
      ["a bare ampersand", svgOf(`<path id="a & b" d="M0 0h8v8z"/>`)],
      ["a name that begins with a digit", svgOf(`<1a/>${path}`)],
    ].map(([fault, svg = ""]) => [`an SVG with ${fault}`, svgBytes(svg), "LOGO_INVALID", "logo "] as const),
    ["a URL that returns 404", `${origin}/missing`, "LOGO_UNREACHABLE", "logo could not be fetched"],
    ["a URL that returns too much", `${origin}/large`, "LOGO_TOO_LARGE", "logo must be at most 2 MB"],
    ["a damaged data URI", "data:image/png;base64,@", "LOGO_INVALID", ruleText(DATA_URI, "logo")],
    ["plain text", "data:,hello", "LOGO_INVALID", "logo cannot be read as an image"],
    ["half a PNG", logoFile("still.png").subarray(0, 60), "LOGO_INVALID", "logo "],
    ["an SVG with a link", svgBytes(QUARTERS.replace("<path", `<image href="a.png"/><path`)), "LOGO_INVALID", "files"],
  ])("rejects %s in both formats", async (_, logo, code, message) => {
    for (const format of ["png", "svg"] as const) {
      const found = await failure(draw(data, { logo: logo as string, format }));
      expect(found?.code).toBe(code);
      expect(found?.message).toContain(message);
    }
  });

  test("rejects a Blob that is too large before reading it", async () => {
    const found = await failure(draw(data, { logo: new Blob([new Uint8Array((2 << 20) + 1)]) }));
    expect(found?.code).toBe("LOGO_TOO_LARGE");
  });

  test("rejects a data URI that is too large before decoding it", async () => {
    for (const format of ["png", "svg"] as const) {
      for (const logo of [`data:image/png;base64,${"A".repeat(20e6)}`, `data:image/png,${"%41".repeat(6e6)}`]) {
        const time = await processorTime(async () => {
          expect((await failure(draw(data, { logo, format })))?.code).toBe("LOGO_TOO_LARGE");
        });
        expect(time).toBeLessThan(SOON);
      }
    }
  });

  test("rejects invalid options before fetching the logo", async () => {
    expect((await failure(draw(data, { logo: `${origin}/missing`, size: 5 })))?.code).toBe("INVALID_OPTION");
    expect((await failure(draw(data, { format: "gif" as "png" })))?.message).toBe(
      ruleText(oneOf, "format", { text: "png, svg" }),
    );
  });

  test("names the alternative on a host without a canvas", async () => {
    const without = createDraw({
      fetch: async () => new Uint8Array(0),
      outline: async (bytes) => bytes,
      checkLogo: async (bytes) => checkLogo(bytes),
      open: async () => Promise.reject(new ReferenceError("Image is not defined")),
      drawCaption: async () => ({ svg: [], isPlain: true }),
    });
    expect(await failure(without(data, { logo: svgBytes(QUARTERS) }))).toEqual({
      code: "NOT_SUPPORTED",
      message: ruleText(NO_CANVAS, "logo"),
    });
  });

  test("names a missing package and the command that installs it", async () => {
    const without = createDraw({
      fetch: async () => new Uint8Array(0),
      outline: async (bytes) => bytes,
      checkLogo: async (bytes) => checkLogo(bytes),
      open: async () => Promise.reject(packageMissing("@resvg/resvg-wasm")),
      drawCaption: async () => ({ svg: [], isPlain: true }),
    });
    const logo = svgBytes(QUARTERS);
    expect((await failure(without(data, { logo })))?.message).toContain("run npm install @resvg/resvg-wasm");
    expect(await without(data, { logo, format: "svg" })).toBe(toSvg(data, { logo }));
    // Without drawing them, only the rules of toSvg ensure that logos can be drawn.
    for (const undrawn of [`${dark}text`, `<!DOCTYPE svg>${dark}`].map(svgBytes)) {
      expect((await failure(without(data, { logo: undrawn, format: "svg" })))?.message).toContain("well-formed SVG");
    }
  });
});
