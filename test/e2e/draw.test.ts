import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { draw } from "../../src/runtime/library.ts";
import { decoders } from "../decoders/decoders.ts";
import { colourAt } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { engines } from "../engines/engines.ts";
import { useEngine, useSite } from "./use.ts";

const site = useSite();

const data = "https://example.com/drawn";
const size = 400;
const options = { size, dotStyle: "rounded", logoMargin: 4 } as const;

/** The position of a pixel in the logo. It is red in both logos. */
const [x, y] = [185, 190];

/** Logos, and their paths on the site. */
const logos = [
  { kind: "PNG", path: "logos/still.png", file: new URL("../logo/still.png", import.meta.url) },
  { kind: "SVG", path: "pages/logo.svg", file: new URL("../engines/pages/logo.svg", import.meta.url) },
] as const;
const formats = ["png", "svg"] as const;
const cases = logos.flatMap((logo) => formats.map((format) => [format, logo.kind, logo] as const));

/** The results of a page in base64: a picture for each kind of source, and the pixels that the page shows for the first
 *  picture. */
interface Drawn {
  readonly pictures: readonly string[];
  readonly pixels: string;
}

/** Draws the logo at `path` from each kind of source: a file, a URL as text, a URL object, a data URI and bytes. */
const drawing = (path: string, format: string) => `
  const { draw } = await import("/wasm/lib/index.js");
  const base64 = (bytes) => btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
  const url = "/wasm/${path}";
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const sources = [
    new File([bytes], "logo"),
    url,
    new URL(url, location.href),
    "data:;base64," + base64(bytes),
    bytes,
  ];
  const pictures = [];
  for (const logo of sources) {
    const picture = await draw("${data}", { ...${JSON.stringify(options)}, logo, format: "${format}" });
    pictures.push(base64(typeof picture === "string" ? new TextEncoder().encode(picture) : picture));
  }
  const image = new Image();
  image.src = "data:image/${format === "svg" ? "svg+xml" : "png"};base64," + pictures[0];
  await image.decode();
  const context = new OffscreenCanvas(${size}, ${size}).getContext("2d");
  const drawn = () => {
    context.drawImage(image, 0, 0);
    return context.getImageData(${x}, ${y}, 1, 1).data[1] < 255;
  };
  // Firefox decodes an SVG inside an SVG only after it has drawn the outer one.
  for (let turn = 0; !drawn() && turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 20));
  return { pictures, pixels: base64(context.getImageData(0, 0, ${size}, ${size}).data) };
`;

/** Returns the codes of the errors for logos that cannot be drawn. */
const failures = `
  const { draw } = await import("/wasm/lib/index.js");
  const sources = ["/wasm/logos/missing.png", "/wasm/pages/tasks.js", new Blob(["<svg"]), new Blob([new Uint8Array(3 << 20)])];
  const codes = [];
  for (const format of ["png", "svg"]) {
    for (const logo of sources) codes.push(await draw("x", { logo, format }).then(() => "drawn", ({ code }) => code));
  }
  return codes;
`;

/** A WebP of 60 x 20 pixels, red on the left and blue on the right, with an EXIF orientation of 6, a quarter turn. */
const turnedWebp =
  "UklGRl4AAABXRUJQVlA4WAoAAAAIAAAAOwAAEwAAVlA4TB0AAAAvO8AEAA8Q87//8x8OCLONanb+VDO4d0T/oxrcAgBFWElGGgAAAElJKgAIAAAAAQASAQMAAQAAAAYAAAAAAAAA";

/** Returns the shape of the WebP in the browser, and the colours to the left and right of the centre in both formats. */
const turned = `
  const { draw } = await import("/wasm/lib/index.js");
  const logo = "data:image/webp;base64,${turnedWebp}";
  const image = new Image();
  image.src = logo;
  await image.decode();
  const colours = [];
  for (const format of ["png", "svg"]) {
    const picture = await draw("x", { size: ${size}, logo, format });
    const shown = new Image();
    const type = format === "svg" ? "image/svg+xml" : "image/png";
    shown.src = "data:" + type + ";base64," + btoa(typeof picture === "string" ? picture : String.fromCharCode(...picture));
    await shown.decode();
    const context = new OffscreenCanvas(${size}, ${size}).getContext("2d");
    const at = (x) => context.getImageData(x, ${size / 2}, 1, 1).data.join();
    for (let turn = 0; turn < 50 && !(turn && at(${size / 2 - 25}) === "255,0,0,255"); turn++) {
      context.drawImage(shown, 0, 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    colours.push([at(${size / 2 - 25}), at(${size / 2 + 25})]);
  }
  return { width: image.naturalWidth, height: image.naturalHeight, colours };
`;

describe.each(engines)("%s", (_, start) => {
  const engine = useEngine(start);

  /** Resolves to the result of `script` in a page that allows only WebAssembly and its own files. */
  async function run(script: string): Promise<unknown> {
    const page = await engine.open(site.page("wasm"));
    try {
      const result = await page.run(script);
      expect(await page.run("return violations")).toEqual([]);
      return result;
    } finally {
      await page.close();
    }
  }

  test.each(cases)("draw returns a code as %s with a %s logo, which scans", async (format, kind, logo) => {
    const { path, file } = logo;
    const { pictures, pixels } = (await run(drawing(path, format))) as Drawn;
    expect(pictures).toHaveLength(5);
    expect(new Set(pictures).size).toBe(1);
    const shown = { width: size, height: size, data: Uint8ClampedArray.from(Buffer.from(pixels, "base64")) };
    for (const decoder of decoders) expect(await decoder.read(shown), decoder.name).toBe(data);
    expect(colourAt(shown, x, y)).toBe("d02020");
    // Browsers and servers rasterize shapes differently.
    if (kind === "SVG" && format === "png") return;
    const expected = await draw(data, { ...options, logo: readFileSync(file), format });
    expect(Buffer.from(pictures[0] ?? "", "base64").equals(Buffer.from(expected as string))).toBe(true);
  });

  test("the EXIF orientation of a WebP changes nothing, as everywhere in browsers", async () => {
    const shown = ["255,0,0,255", "0,0,255,255"];
    expect(await run(turned)).toEqual({ width: 60, height: 20, colours: [shown, shown] });
    const service = await draw("x", { size, logo: Buffer.from(turnedWebp, "base64") });
    const pixels = readPng(service);
    expect([colourAt(pixels, size / 2 - 25, size / 2), colourAt(pixels, size / 2 + 25, size / 2)]).toEqual([
      "ff0000",
      "0000ff",
    ]);
  });

  test("draw reports logos that cannot be fetched or drawn", async () => {
    const codes = ["LOGO_UNREACHABLE", "LOGO_INVALID", "LOGO_INVALID", "LOGO_TOO_LARGE"];
    expect(await run(failures)).toEqual([...codes, ...codes]);
  });
});
