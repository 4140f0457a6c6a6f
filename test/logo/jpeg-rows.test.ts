import { describe, expect, test } from "vitest";
import { checkLogo } from "../../src/logo/header.ts";
import { readJpegRows } from "../../src/logo/host/jpeg-rows.ts";
import { readJpegScans } from "../../src/logo/host/jpeg-scans.ts";
import { exif, jpeg, scan, segment } from "./jpeg.ts";
import { drawLogo, logoFile, svgBytes } from "./logos.ts";
import { refusalBy } from "./refusal.ts";

const file = logoFile("cmyk.jpg");
const adobe = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xee);

/** Returns the colours of the four quarters. */
function quarters(bytes: Uint8Array): number[][] {
  const { width, data } = readJpegRows(bytes);
  return [
    [16, 12],
    [48, 12],
    [16, 36],
    [48, 36],
  ].map(([x = 0, y = 0]) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)]);
}

describe("CMYK JPEGs", () => {
  test("are accepted", () => {
    expect(checkLogo(file)).toEqual({ kind: "jpeg", width: 64, height: 48, orientation: 1, isCmyk: true });
  });

  test("have inverted values with Adobe's marker", () => {
    // The file was made with a colour profile, so its red, green, blue and yellow differ from those of the other files.
    expect(quarters(file)).toEqual([
      [227, 5, 0, 255],
      [65, 250, 15, 255],
      [22, 77, 255, 255],
      [235, 205, 16, 255],
    ]);
  });

  test("are drawn with their orientation", async () => {
    const turned = Uint8Array.from([...file.subarray(0, 2), ...exif(3), ...file.subarray(2)]);
    const { data } = await drawLogo({ bytes: turned, width: 64, height: 48, kind: "jpeg" });
    expect([...data.subarray(4 * (12 * 64 + 16), 4 * (12 * 64 + 17))]).toEqual([235, 205, 16, 255]);
  });

  test("with luminance and chrominance are converted first", () => {
    const [cyan, magenta, yellow, black] = [200, 100, 50, 255];
    // One unit of 8 x 8 pixels with these levels, and Adobe's transformation 2.
    const { data } = readJpegRows(flat([cyan, magenta, yellow, black], 2));
    const [y, blue, red] = [cyan, magenta - 128, yellow - 128];
    const expected = [y + 1.402 * red, y - 0.344136 * blue - 0.714136 * red, y + 1.772 * blue].map((value) =>
      Math.round(255 - Math.min(255, Math.max(0, value))),
    );
    for (const [i, value] of expected.entries()) expect(Math.abs((data[i] ?? 0) - value)).toBeLessThanOrEqual(1);
    expect([...readJpegRows(flat([cyan, magenta, yellow, black], 0)).data.subarray(0, 4)]).toEqual([200, 100, 50, 255]);
    expect([...readJpegRows(flat([cyan, magenta, yellow, 128], 0)).data.subarray(0, 4)]).toEqual([100, 50, 25, 255]);
  });

  test("have plain values without the marker", () => {
    const plain = Uint8Array.from([...file.subarray(0, adobe), ...file.subarray(adobe + 16)]);
    const [red = []] = quarters(plain);
    // The values of red, read as inks: hardly any colour is left.
    expect(red[0]).toBeLessThan(red[1] ?? 0);
  });

  test("of 6 megapixels are scaled down", () => {
    const pixels = readJpegRows(flat([128, 128, 128, 128], 0, 3000, 2000));
    expect([pixels.width, pixels.height]).toEqual([1000, 667]);
    expect(pixels.data.every((byte, at) => byte === (at % 4 === 3 ? 255 : 64))).toBe(true);
  });

  test("are rejected in an SVG, because resvg does not draw them", () => {
    const image = `<image href="data:image/jpeg;base64,${Buffer.from(file).toString("base64")}"/>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${image}</svg>`;
    expect(refusalBy(() => checkLogo(svgBytes(svg)))).toContain("is an SVG with a CMYK JPEG: save the JPEG as RGB");
  });

  test.each([
    ["without tables", jpeg(frameOf4(), [...segment(0xda, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0), 1, 2, 3])],
    ["with sampling factors of 0", jpeg(frameOf4(0), scan(1, 2, 3))],
    ["with a scan of an unknown component", jpeg(frameOf4(), [...segment(0xda, 1, 9, 0, 0, 63, 0), 1])],
  ])("%s are rejected", async (_, bytes) => {
    await expect(drawLogo({ bytes, width: 9, height: 9, kind: "jpeg" })).rejects.toThrow("damaged JPEG");
  });
});

function frameOf4(factors = 0x11): number[] {
  return segment(0xc0, 8, 0, 8, 0, 8, 4, ...[1, 2, 3, 4].flatMap((id) => [id, factors, 0]));
}

/** Returns the coefficients of the first component, row by row, and the number that are in memory. */
function coefficientsIn(bytes: Uint8Array): { all: number[]; inMemory: number } {
  const all: number[] = [];
  let inMemory = 0;
  readJpegScans(bytes, ({ components: [first] }, _, row) => {
    if (!first) return;
    const length = 64 * first.across * first.v;
    all.push(...first.coefficients.subarray(row * length, (row + 1) * length));
    inMemory = first.coefficients.length;
  });
  return { all, inMemory };
}

describe("JPEGs in rows", () => {
  test("decodes progressive files to the coefficients of baseline files", () => {
    const [baseline, progressive] = ["baseline.jpg", "progressive.jpg"].map((name) => coefficientsIn(logoFile(name)));
    expect(progressive?.all).toEqual(baseline?.all);
  });

  test("keeps only a row of a baseline file in memory", () => {
    const [baseline, progressive] = ["baseline.jpg", "progressive.jpg"].map((name) => coefficientsIn(logoFile(name)));
    expect(progressive?.inMemory).toBe(progressive?.all.length);
    expect(baseline?.inMemory).toBeLessThanOrEqual((baseline?.all.length ?? 0) / 3);
  });

  test.each(["baseline.jpg", "progressive.jpg", "gray.jpg"])("decodes %s as resvg does", async (name) => {
    const expected = await drawLogo({ bytes: logoFile(name), width: 64, height: 48, kind: "jpeg" });
    const { data } = readJpegRows(logoFile(name));
    expect(data.length).toBe(expected.data.length);
    // resvg interpolates between samples of colours.
    const differences = data.map((byte, at) => Math.abs(byte - (expected.data[at] as number)));
    expect(differences.reduce((sum, one) => sum + one, 0) / data.length).toBeLessThan(2);
  });

  test.each([
    ["grey", [40], undefined, [40, 40, 40]],
    ["luminance and chrominance", [100, 128, 178], undefined, [170, 64, 100]],
    ["RGB with Adobe's marker", [200, 100, 50], 0, [200, 100, 50]],
  ])("of 38 megapixels are drawn in %s", async (_, levels, transform, color) => {
    const bytes = flat(levels, transform, 6200, 6200);
    expect(checkLogo(bytes)).toMatchObject({ width: 6200, height: 6200 });
    const { data } = await drawLogo({ bytes, width: 20, height: 20, kind: "jpeg" });
    const colors = Array.from({ length: 400 }, (__, at) => [...data.subarray(4 * at, 4 * at + 4)].join());
    expect(new Set(colors)).toEqual(new Set([[...color, 255].join()]));
  });

  test("use the ids of components to recognize RGB", () => {
    const bytes = flat([200, 100, 50], undefined, 8, 8);
    const frame = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0);
    const start = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xda);
    for (const [i, id] of [82, 71, 66].entries()) {
      bytes[frame + 10 + 3 * i] = id;
      bytes[start + 5 + 2 * i] = id;
    }
    expect([...readJpegRows(bytes).data.subarray(0, 3)]).toEqual([200, 100, 50]);
  });

  test("begin again at restart markers", () => {
    // Two blocks with the same level. Without the restart, the second one would be twice as far from grey.
    const [block = []] = [bytesOf(bitsOf([108]))];
    const bytes = jpeg(...head([0], 16, 8), segment(0xdd, 0, 1), [...start(1), ...block, 0xff, 0xd0, ...block]);
    const { data } = readJpegRows(bytes);
    expect([data[0], data[4 * 15]]).toEqual([108, 108]);
  });

  test("are grey after the end of a truncated file", () => {
    const { data } = readJpegRows(jpeg(...head([0], 8, 800), [...start(1), ...bytesOf(bitsOf([108]))]));
    expect([data[0], data[4 * 8 * 700]]).toEqual([108, 128]);
  });

  test("are grey after the end of a truncated file, even if restart markers are due", () => {
    const parts = [...head([0], 8, 800), segment(0xdd, 0, 1), [...start(1), ...bytesOf(bitsOf([108]))]];
    const { data } = readJpegRows(jpeg(...parts));
    expect([data[0], data[4 * 8 * 700]]).toEqual([108, 128]);
  });

  test.each([
    ["a progressive one", 0xc2, 0x11, 3, 3, 20_000_000],
    ["a progressive one with fewer samples of colours", 0xc2, 0x22, 3, 3, 40_000_000],
    ["a progressive CMYK one", 0xc2, 0x11, 4, 4, 15_000_000],
    ["one with a scan per component", 0xc0, 0x11, 3, 1, 20_000_000],
  ])("limits the coefficients in memory: %s", (_, marker, factors, components, first, most) => {
    const of = (width: number) => {
      const [, frame = []] = head(new Array<number>(components).fill(0), width, 5000);
      return jpeg(frame.with(1, marker).with(11, factors), start(first));
    };
    expect(refusalBy(() => checkLogo(of(most / 5000)))).toBe("accepted");
    expect(refusalBy(() => checkLogo(of(most / 5000 + 1)))).toMatch(
      /^logo (?:is a JPEG with several scans and too many pixels: save it as a baseline|must be at most 40 megapixels)/,
    );
  });
});

/** Returns the segments before the first scan: a quantization step of 8, a frame with this Adobe marker, and tables. */
function head(levels: readonly number[], width: number, height: number): number[][] {
  const zeros = (count: number) => new Array<number>(count).fill(0);
  const components = levels.flatMap((_, i) => [i + 1, 0x11, 0]);
  return [
    segment(0xdb, 0, 8, ...zeros(63).fill(1)),
    segment(0xc0, 8, height >> 8, height & 255, width >> 8, width & 255, levels.length, ...components),
    // DC: four bits with the number of bits of the value, which follow. AC: "0" ends a block.
    segment(0xc4, 0x00, 0, 0, 0, 9, ...zeros(12), 0, 1, 2, 3, 4, 5, 6, 7, 8),
    segment(0xc4, 0x10, 1, ...zeros(15), 0),
  ];
}

/** Returns the header of a scan of this many components. */
function start(components: number): number[] {
  return segment(
    0xda,
    components,
    ...Array.from({ length: 2 * components }, (_, i) => (i % 2 ? 0 : i / 2 + 1)),
    0,
    63,
    0,
  );
}

/** Returns the bits of a block per component, with these levels. */
function bitsOf(levels: readonly number[]): string {
  const bits = levels.map((level) => {
    const value = level - 128;
    const size = value === 0 ? 0 : 32 - Math.clz32(Math.abs(value));
    const coded = value < 0 ? value + 2 ** size - 1 : value;
    return `${size.toString(2).padStart(4, "0")}${size > 0 ? coded.toString(2).padStart(size, "0") : ""}0`;
  });
  return bits.join("");
}

function bytesOf(bits: string): number[] {
  return (bits.match(/.{1,8}/g) ?? []).flatMap((eight) => {
    const byte = Number.parseInt(eight.padEnd(8, "0"), 2);
    return byte === 255 ? [255, 0] : [byte];
  });
}

/** Returns a JPEG of one colour. `transform` is that of Adobe's marker. */
function flat(levels: readonly number[], transform: number | undefined, width = 8, height = 8): Uint8Array {
  const marker =
    transform === undefined ? [] : segment(0xee, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, transform);
  // Each further block has five zeros per component: no difference, and the end.
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const rest = new Array<number>(Math.ceil((blocks * 5 * levels.length) / 8)).fill(0);
  return jpeg(marker, ...head(levels, width, height), [...start(levels.length), ...bytesOf(bitsOf(levels)), ...rest]);
}
