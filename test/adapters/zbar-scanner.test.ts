import { afterEach, expect, test, vi } from "vitest";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { loadZbarScanner } from "../../src/adapters/zbar-scanner.ts";
import { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
import { design, type QrData, segments, toPng } from "../../src/index.ts";
import type { Gray } from "../../src/ports.ts";
import { grayOf } from "../../src/scan/gray.ts";
import { zbar } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { clampedPixels } from "../lab/scan-lab/readers.ts";

const url = "https://example.com";
const utf8 = (text: string) => new TextEncoder().encode(text);

function draw(data: QrData, options: Parameters<typeof toPng>[1] = { size: 256 }): Gray {
  const { width, height, data: bytes } = readPng(toPng(data, options));
  return grayOf({ width, height, data: Uint8Array.from(bytes) });
}

afterEach(() => vi.restoreAllMocks());

test("has a name and a version", async () => {
  expect((await loadZbarScanner(readPackageFile)).name).toMatch(/^zbar-wasm 0\.11\.\d+$/);
});

test.each([
  "12345",
  url,
  "Käse für Öl",
  "😀 ok 👩‍💻",
  "漢字テスト",
  "日本語ABC123ä",
  "ÿþ",
  "é",
  "a\0b",
  "\0",
  "x".repeat(2000),
])("reads exactly the bytes of %j", async (text) => {
  const { read } = await loadZbarScanner(readPackageFile);
  expect(await read(draw(text, { size: 1024 }))).toEqual(utf8(text));
});

test("reads the same bytes as zxing in kanji mode and in mixed modes", async () => {
  const [first, second] = await Promise.all([loadZbarScanner(readPackageFile), loadZxingScanner(readPackageFile)]);
  const list = [
    { mode: "kanji", data: "漢字" },
    { mode: "numeric", data: "0123" },
    { mode: "byte", data: "ä\0" },
  ] as const;
  const bytes = await first.read(draw(segments(list)));
  expect(bytes).toEqual(Uint8Array.of(0x8a, 0xbf, 0x8e, 0x9a, ...utf8("0123ä\0")));
  expect(bytes).toEqual(Uint8Array.from((await second.read(draw(segments(list)))) ?? []));
});

test("reads arbitrary bytes", async () => {
  const { read } = await loadZbarScanner(readPackageFile);
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect(await read(draw(segments([{ mode: "byte", data: bytes }])))).toEqual(bytes);
});

test("reads a light code on a dark background", async () => {
  const { read } = await loadZbarScanner(readPackageFile);
  expect(await read(draw(url, { size: 256, color: "ffffff", bg: "000000" }))).toEqual(utf8(url));
});

test("finds nothing in a picture without a QR code", async () => {
  const { read } = await loadZbarScanner(readPackageFile);
  expect(await read({ width: 64, height: 48, data: new Uint8Array(64 * 48).fill(255) })).toBeUndefined();
});

test("returns the same results as the package's own JavaScript", async () => {
  const { read } = await loadZbarScanner(readPackageFile);
  const results: (string | undefined)[] = [];
  for (let size = 21; size < 90; size += 3) {
    const picture = draw(url, { size: Math.max(32, size), margin: size % 2 });
    const bytes = await read(picture);
    const text = bytes && new TextDecoder().decode(bytes);
    expect(text).toBe(await zbar.read(clampedPixels(picture)));
    results.push(text);
  }
  expect(new Set(results)).toEqual(new Set([undefined, url]));
});

test("does not depend on the pictures that were read before", async () => {
  const { read } = await loadZbarScanner(readPackageFile);
  // ZBar locates such codes with random numbers. Without a new sequence for each picture, it reads this one only sometimes.
  const picture = draw(
    "HTTPS://EX.COM/A1",
    design({
      size: 512,
      color: "521bb4",
      bg: "d4c9e6",
      dotStyle: "diamond",
      eyeStyle: "circle",
      gradient: "radial,214b47,4b5294",
    }),
  );
  const first = await read(picture);
  for (let round = 0; round < 24; round++) expect(await read(picture)).toEqual(first);
});

/** Records the memory of every instance created after this call. */
function spyOnMemories(): WebAssembly.Memory[] {
  const memories: WebAssembly.Memory[] = [];
  const real = WebAssembly.instantiate as (
    module: WebAssembly.Module,
    imports: object,
  ) => Promise<WebAssembly.Instance>;
  vi.spyOn(WebAssembly, "instantiate").mockImplementation((async (module: WebAssembly.Module, imports: object) => {
    const instance = await real(module, imports);
    memories.push(instance.exports.g as WebAssembly.Memory);
    return instance;
  }) as unknown as typeof WebAssembly.instantiate);
  return memories;
}

test("does not leak memory", async () => {
  const memories = spyOnMemories();
  const { read } = await loadZbarScanner(readPackageFile);
  const pictures = [
    draw(url, { size: 96 }),
    draw(url, { size: 96, color: "ffffff", bg: "000000" }),
    { width: 96, height: 96, data: new Uint8Array(96 * 96).fill(255) },
  ];
  for (const picture of pictures) await read(picture);
  const [memory] = memories;
  const before = memory?.buffer.byteLength ?? 0;
  for (let round = 0; round < 1000; round++) await read(pictures[round % 3] as Gray);
  expect(before).toBeGreaterThan(0);
  expect(memory?.buffer.byteLength).toBe(before);
  expect(memories).toHaveLength(1);
});

test("limits its memory, and starts again after a crash", async () => {
  const memories = spyOnMemories();
  const { read } = await loadZbarScanner(readPackageFile);
  await expect(read({ width: 20_000, height: 20_000, data: new Uint8Array(4) })).rejects.toThrow(
    WebAssembly.RuntimeError,
  );
  expect(memories[0]?.buffer.byteLength).toBeLessThan(64 * 1024 * 1024);
  expect(await read(draw(url))).toEqual(utf8(url));
  expect(memories).toHaveLength(2);
});

test.each([
  ["no exports", () => Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)],
  ["other imports", () => readPackageFile("zxing-wasm/reader/zxing_reader.wasm")],
])("rejects a file with %s", async (_, file) => {
  const readFile = async (path: string) => (path.endsWith(".wasm") ? file() : readPackageFile(path));
  await expect(loadZbarScanner(readFile)).rejects.toMatchObject({
    code: "NOT_SUPPORTED",
    message: "the npm package @undecaf/zbar-wasm has an unknown interface: run npm install @undecaf/zbar-wasm@0.11",
  });
});
