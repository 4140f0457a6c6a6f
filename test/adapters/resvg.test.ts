import { expect, test } from "vitest";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { limitMemory } from "../../src/adapters/resvg.ts";

/** Returns a WebAssembly module that exports a memory. Its memory section is between two other sections. `limits` are
 *  the encoded limits of the memory: a flag that is 1 if there is a maximum, then the minimum and the maximum in
 *  pages. */
const moduleOf = (...limits: number[]) =>
  Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[0, 3, 1, 0x61, 7],
    ...[5, limits.length + 1, 1, ...limits],
    ...[7, 5, 1, 1, 0x6d, 2, 0],
  ]);

async function grown(bytes: Uint8Array<ArrayBuffer>, by: number): Promise<number> {
  const { instance } = await WebAssembly.instantiate(bytes);
  const memory = instance.exports.m as WebAssembly.Memory;
  memory.grow(by);
  return memory.buffer.byteLength / 65536;
}

test("adds a maximum to an unlimited memory", async () => {
  for (const pages of [2, 127, 128, 300]) {
    expect(await grown(limitMemory(moduleOf(0, 1), pages), pages - 1)).toBe(pages);
    await expect(grown(limitMemory(moduleOf(0, 1), pages), pages)).rejects.toThrow(RangeError);
  }
});

test("does not change an existing maximum, or a module without memory", async () => {
  const bounded = moduleOf(1, 1, 5);
  expect(limitMemory(bounded, 300)).toEqual(bounded);
  const empty = bounded.slice(0, 8);
  expect(limitMemory(empty, 300)).toEqual(empty);
});

test("the rasterizer's module has one unlimited memory", async () => {
  const source = await readPackageFile("@resvg/resvg-wasm/index_bg.wasm");
  const bytes = new Uint8Array(ArrayBuffer.isView(source) ? source.buffer.slice(source.byteOffset) : source);
  const limited = limitMemory(bytes, 6144);
  expect(limited.length).toBe(bytes.length + 2);
  expect(WebAssembly.validate(limited)).toBe(true);
});
