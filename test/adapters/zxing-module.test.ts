import { afterEach, expect, test, vi } from "vitest";
import { prepareZXingModule } from "zxing-wasm/reader";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { loadZxingReader } from "../../src/adapters/zxing-reader.ts";
import { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
import { toPng } from "../../src/index.ts";
import type { Pixels } from "../../src/ports.ts";
import { grayOf } from "../../src/scan/gray.ts";
import { readPng } from "../decoders/png-reader.ts";

/** The module's allocator, which its types do not declare. */
interface Memory {
  _malloc(length: number): number;
  _free(block: number): void;
}

/** Resolves to the address of a temporary block that is larger than any gap in memory. The address increases if earlier
 *  blocks were not freed. */
async function endOfMemory(): Promise<number> {
  const module: unknown = await prepareZXingModule({ fireImmediately: true });
  const { _malloc: allocate, _free: free } = module as Memory;
  const block = allocate(8 * 1024 * 1024);
  free(block);
  return block;
}

/** Resolves to the number of bytes by which `count` calls to `read` grow the memory, after 20 calls to warm up. */
async function growth(read: () => Promise<unknown>, count: number): Promise<number> {
  for (let round = 0; round < 20; round++) await read();
  const before = await endOfMemory();
  for (let round = 0; round < count; round++) await read();
  return (await endOfMemory()) - before;
}

const file = toPng("https://example.com", { size: 64 });
const { width, height, data } = readPng(file);
const pixels = { width, height, data: Uint8Array.from(data) };

afterEach(() => vi.doUnmock("zxing-wasm/reader"));

test("a scanner reads grey pictures with a version whose WebAssembly only reads colours", async () => {
  const calls = vi.fn();
  vi.resetModules();
  vi.doMock("zxing-wasm/reader", async (load) => {
    const real = await load<typeof import("zxing-wasm/reader")>();
    return {
      ...real,
      // The package's function does not call this object, so the scanner never finds a grey picture in the memory.
      prepareZXingModule: async (settings: object) =>
        Object.create(await real.prepareZXingModule({ ...settings, fireImmediately: true })),
      readBarcodes(picture: ImageData, options: object) {
        calls(picture.data.length);
        return real.readBarcodes(picture, options);
      },
    };
  });
  const { loadZxingScanner: load } = await import("../../src/adapters/zxing-scanner.ts");
  const { read } = await load(readPackageFile);
  expect(new TextDecoder().decode(await read(grayOf(pixels)))).toBe("https://example.com");
  expect(calls).toHaveBeenLastCalledWith(64 * 64 * 4);
});

test("a scanner reads the same with and without colours", async () => {
  const [{ read }, readColours] = [await loadZxingScanner(readPackageFile), await loadZxingReader(readPackageFile)];
  const inverted = { ...pixels, data: pixels.data.map((value, at) => (at % 4 === 3 ? value : 255 - value)) };
  for (const picture of [pixels, inverted]) {
    const [found] = await readColours(picture);
    expect(new TextDecoder().decode(await read(grayOf(picture)))).toBe(found?.text);
    expect(await read(grayOf(picture), true)).toEqual(picture === inverted ? undefined : expect.anything());
  }
});

test("a scanner does not leak memory", async () => {
  const { read } = await loadZxingScanner(readPackageFile);
  const gray = grayOf(pixels);
  expect(new TextDecoder().decode(await read(gray))).toBe("https://example.com");
  expect(await growth(() => read(gray), 500)).toBeLessThan(16 * 1024);
});

test("a reader does not leak memory", async () => {
  const read = await loadZxingReader(readPackageFile);
  for (const picture of [file, pixels]) {
    expect((await read(picture)).map(({ text }) => text)).toEqual(["https://example.com"]);
    expect(await growth(() => read(picture), 500)).toBeLessThan(16 * 1024);
  }
});

test("a reader tries a second background only for transparent pixels in which it finds no code", async () => {
  const calls = vi.fn();
  vi.doMock("zxing-wasm/reader", async (load) => {
    const real = await load<typeof import("zxing-wasm/reader")>();
    return {
      ...real,
      readBarcodes(picture: ImageData, options: object) {
        calls(picture.data[0]);
        return real.readBarcodes(picture, options);
      },
    };
  });
  vi.resetModules();
  const { loadZxingReader: load } = await import("../../src/adapters/zxing-reader.ts");
  const read = await load(readPackageFile);
  const clear = (color: string) => {
    const { width, height, data } = readPng(toPng("a", { bg: "transparent", color, size: 64 }));
    return { width, height, data: new Uint8Array(data) };
  };
  const blank = { ...pixels, data: new Uint8Array(pixels.data.length).fill(255) };
  const backgroundsOf = async (picture: Pixels) => {
    calls.mockClear();
    const found = await read(picture);
    return { found: found.map(({ text }) => text), backgrounds: calls.mock.calls.flat() };
  };
  expect(await backgroundsOf(clear("000000"))).toEqual({ found: ["a"], backgrounds: [255] });
  expect(await backgroundsOf(clear("ffffff"))).toEqual({ found: ["a"], backgrounds: [255, 0] });
  expect(await backgroundsOf(clear("777777"))).toEqual({ found: ["a"], backgrounds: [255] });
  expect(await backgroundsOf(blank)).toEqual({ found: [], backgrounds: [255] });
});
