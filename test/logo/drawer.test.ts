import { describe, expect, test } from "vitest";
import type { LogoJob, Pixels } from "../../src/ports.ts";
import { exif } from "./jpeg.ts";
import { drawLogo, logoFile, QUARTERS, svgBytes } from "./logos.ts";

const job = (bytes: Uint8Array, width = 64, height = 48, kind: LogoJob["kind"] = "png") => ({
  bytes,
  width,
  height,
  kind,
});

/** Returns the red, green, blue and alpha values of a pixel. */
function pixel({ width, data }: Pixels, x: number, y: number): number[] {
  return Array.from(data.subarray((y * width + x) * 4, (y * width + x + 1) * 4));
}

/** Returns the largest difference in any channel between the expected colours and those at the centres of the four
 *  quarters. */
function distance(pixels: Pixels, expected = [0xd02020, 0x20a040, 0x2040d0, 0xf0c020]): number {
  const differences = expected.flatMap((colour, i) => {
    const x = Math.floor(pixels.width * (i % 2 ? 0.75 : 0.25));
    const y = Math.floor(pixels.height * (i < 2 ? 0.25 : 0.75));
    const seen = pixel(pixels, x, y);
    return [colour >> 16, (colour >> 8) & 255, colour & 255].map((value, at) => Math.abs(value - (seen[at] ?? -999)));
  });
  return Math.max(...differences);
}

describe("a logo is drawn to pixels", () => {
  test.each([
    ["200 to 10", 200, 10],
    ["2000 to 1", 2000, 1],
    ["10 to 200", 10, 200],
    ["1 to 2000", 1, 2000],
  ])("an SVG of %s is at least one pixel high and wide", async (_, width, height) => {
    const size = `width="${width}" height="${height}"`;
    const svg = svgBytes(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="#d02020"/></svg>`);
    const pixels = await drawLogo(job(svg, 8, 8, "svg"));
    expect([pixels.width, pixels.height]).toEqual([8, 8]);
    const seen = Array.from({ length: 64 }, (_, at) => pixels.data[4 * at + 3] as number).filter((alpha) => alpha > 0);
    expect(seen).toHaveLength(8);
  });

  test.each([
    ["still.png", 0],
    ["interlaced.png", 0],
    ["lossless.webp", 0],
    ["animated.webp", 0],
    ["baseline.jpg", 6],
    ["progressive.jpg", 12],
    ["lossy.webp", 12],
  ])("draws %s at its original size, larger and smaller", async (name, tolerance) => {
    for (const [width, height] of [
      [64, 48],
      [128, 96],
      [16, 12],
    ] as const) {
      const pixels = await drawLogo(job(logoFile(name), width, height));
      expect([pixels.width, pixels.height, pixels.data.length]).toEqual([width, height, width * height * 4]);
      expect(distance(pixels)).toBeLessThanOrEqual(tolerance);
      expect(pixel(pixels, 1, 1)[3]).toBe(255);
    }
  });

  test("draws a grey JPEG", async () => {
    const [red, green, blue] = pixel(await drawLogo(job(logoFile("gray.jpg"))), 3, 3);
    expect(new Set([red, green, blue]).size).toBe(1);
  });

  test("a translucent WebP keeps its colours and alpha", async () => {
    const pixels = await drawLogo(job(logoFile("alpha.webp"), 40, 30));
    expect(distance(pixels)).toBeLessThanOrEqual(16);
    expect(pixel(pixels, 5, 5)[3]).toBeGreaterThan(120);
    expect(pixel(pixels, 5, 5)[3]).toBeLessThan(135);
  });

  test("draws an SVG with any declared type", async () => {
    expect(distance(await drawLogo(job(svgBytes(QUARTERS), 640, 480, "svg")))).toBe(0);
    expect(distance(await drawLogo(job(svgBytes(QUARTERS), 640, 480, "jpeg")))).toBe(0);
  });

  test("an SVG's colours are not multiplied by alpha", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#ff8800" opacity=".5" d="M0 0h8v8H0"/></svg>`;
    const seen = pixel(await drawLogo(job(svgBytes(svg), 8, 8)), 4, 4);
    expect(seen[3]).toBe(128);
    expect(seen[0]).toBe(255);
    expect(Math.abs((seen[1] ?? 0) - 0x88)).toBeLessThan(3);
  });

  test.each([
    [200, 60, 60, 30],
    [30, 200, 15, 100],
  ])("centres a logo in a box of another shape, %i x %i", async (width, height, x, y) => {
    for (const bytes of [logoFile("still.png"), logoFile("lossless.webp"), svgBytes(QUARTERS)]) {
      const pixels = await drawLogo(job(bytes, width, height));
      expect([pixels.width, pixels.height]).toEqual([width, height]);
      expect(pixel(pixels, 0, 0)).toEqual([0, 0, 0, 0]);
      expect(pixel(pixels, width - 1, height - 1)).toEqual([0, 0, 0, 0]);
      expect(pixel(pixels, Math.min(x + 5, width - 1), y)[3]).toBe(255);
    }
  });

  const [red, green, blue, yellow] = [0xd02020, 0x20a040, 0x2040d0, 0xf0c020];
  test.each([
    [1, [red, green, blue, yellow]],
    [2, [green, red, yellow, blue]],
    [3, [yellow, blue, green, red]],
    [4, [blue, yellow, red, green]],
    [5, [red, blue, green, yellow]],
    [6, [blue, red, yellow, green]],
    [7, [yellow, green, blue, red]],
    [8, [green, yellow, red, blue]],
  ])("draws a photo with orientation %i upright", async (orientation, expected) => {
    const file = logoFile("baseline.jpg");
    const turned = Uint8Array.from([...file.subarray(0, 2), ...exif(orientation), ...file.subarray(2)]);
    const [width, height] = orientation > 4 ? [48, 64] : [64, 48];
    const pixels = await drawLogo(job(turned, width, height));
    expect(distance(pixels, expected)).toBeLessThanOrEqual(6);
    expect(pixel(pixels, 0, 0)[3]).toBe(255);
  });

  test("draws an image in an SVG", async () => {
    const png = Buffer.from(logoFile("still.png")).toString("base64");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="48"><image width="64" height="48" xlink:href="data:image/png;base64,${png}"/></svg>`;
    expect(distance(await drawLogo(job(svgBytes(svg))))).toBe(0);
  });

  test("averages fine lines when a logo is drawn smaller", async () => {
    const lines = Array.from({ length: 512 }, (_, x) => `M${2 * x} 0h1v1024h-1z`).join("");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024"><path d="${lines}"/></svg>`;
    const large = await drawLogo(job(svgBytes(svg), 1024, 1024, "svg"));
    const { encode } = await import("fast-png");
    const png = encode({ width: 1024, height: 1024, data: large.data, channels: 4, depth: 8 });
    const small = await drawLogo(job(Uint8Array.from(png), 50, 50));
    for (let x = 2; x < 48; x++) expect(Math.abs((pixel(small, x, 25)[3] ?? 0) - 128)).toBeLessThan(8);
  });
});

describe("rejects a logo that cannot be drawn", () => {
  const wide = `<rect x="-18" y="-18" width="45" height="45"`;
  const half = (bytes: Uint8Array) => bytes.slice(0, Math.floor(bytes.length * 0.6));
  const transparent = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path opacity="0" d="M0 0h8v8H0"/></svg>`;
  const scaled = `<g transform="scale(1e6)"><g transform="scale(1e6)"><path filter="url(#f)" d="M0 0h9v9"/></g></g>`;
  const overflow = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><filter id="f"><feOffset dx="1e6"/><feTile/></filter>${scaled}</svg>`;
  test.each([
    ["nested layers", `${`<g opacity=".5">`.repeat(40)}${wide}/>${"</g>".repeat(40)}`],
    ["the pixels of a filter", `<filter id="f">${"<feOffset/>".repeat(12)}</filter>${wide} filter="url(#f)"/>`],
  ])("rejects a logo that needs too much memory: %s", async (_, inside) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;
    await expect(drawLogo(job(svgBytes(svg), 1024, 1024))).rejects.toMatchObject({
      message: "logo is an SVG that cannot be drawn: simplify it",
      cause: expect.any(WebAssembly.RuntimeError),
    });
  });

  test("draws a logo after rejecting another", async () => {
    await expect(drawLogo(job(svgBytes(overflow)))).rejects.toThrow("is an SVG that cannot be drawn: simplify it");
    expect(distance(await drawLogo(job(svgBytes(QUARTERS))))).toBe(0);
  });

  test.each([
    ["half a PNG", half(logoFile("still.png"))],
    ["half a WebP", half(logoFile("lossless.webp"))],
    ["half an animated WebP", half(logoFile("animated.webp"))],
    ["half an SVG", half(svgBytes(QUARTERS))],
    ["a GIF", logoFile("still.gif")],
    ["an empty SVG", svgBytes(transparent)],
    ["an SVG on which resvg crashes", svgBytes(overflow)],
    ["an SVG with a bad name", svgBytes(QUARTERS.replace("</svg>", "<a:b/></svg>"))],
    ["an empty file", new Uint8Array(0)],
  ])("rejects %s", async (_, bytes) => {
    await expect(drawLogo(job(bytes))).rejects.toMatchObject({ name: "QrError", code: "LOGO_INVALID" });
  });
});
