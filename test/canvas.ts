import { expect } from "vitest";

/** Returns a canvas that keeps the pixels passed to putImageData(). */
export function createCanvas() {
  const canvas = {
    width: 300,
    height: 150,
    pixels: new Uint8ClampedArray(0) as Uint8ClampedArray,
    getContext: () => ({
      createImageData: (width: number, height: number) => ({ data: new Uint8ClampedArray(4 * width * height) }),
      putImageData({ data }: { readonly data: Uint8ClampedArray }, x: number, y: number) {
        expect([x, y]).toEqual([0, 0]);
        canvas.pixels = data;
      },
    }),
  };
  return canvas;
}
