import { expect } from "vitest";

/** Returns a canvas that keeps the pixels passed to putImageData(). A large picture is passed in parts: `pixels` is then the
 *  last one, and `parts` counts them. */
export function createCanvas() {
  const canvas = {
    width: 300,
    height: 150,
    pixels: new Uint8ClampedArray(0) as Uint8ClampedArray,
    parts: 0,
    getContext: () => ({
      createImageData: (width: number, height: number) => ({ data: new Uint8ClampedArray(4 * width * height) }),
      putImageData({ data }: { readonly data: Uint8ClampedArray }, x: number, y: number) {
        if (canvas.width * canvas.height <= 2048 * 2480) expect([x, y]).toEqual([0, 0]);
        canvas.pixels = data;
        canvas.parts++;
      },
    }),
  };
  return canvas;
}
