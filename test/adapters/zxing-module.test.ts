import { expect, test } from "vitest";
import { prepareZXingModule } from "zxing-wasm/reader";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { loadZxingReader } from "../../src/adapters/zxing-reader.ts";
import { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
import { toPng } from "../../src/index.ts";
import { readPng } from "../decoders/png-reader.ts";

/** The allocator of the module. The module's types do not declare it. */
interface Memory {
  _malloc(length: number): number;
  _free(block: number): void;
}

/** Resolves to the address of a temporary block that is larger than any gap in memory. The address grows if earlier
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

test("a scanner does not leak memory", async () => {
  const { read } = await loadZxingScanner(readPackageFile);
  expect(new TextDecoder().decode(await read(pixels))).toBe("https://example.com");
  expect(await growth(() => read(pixels), 500)).toBeLessThan(16 * 1024);
});

test("a reader does not leak memory", async () => {
  const read = await loadZxingReader(readPackageFile);
  for (const picture of [file, pixels]) {
    expect((await read(picture)).map(({ text }) => text)).toEqual(["https://example.com"]);
    expect(await growth(() => read(picture), 500)).toBeLessThan(16 * 1024);
  }
});
