/** An HTMLCanvasElement, an OffscreenCanvas, or the canvas of another library. Declared here, because the canvas
 *  types of TypeScript require the DOM types. */
export interface CanvasLike {
  width: number;
  height: number;
  getContext(kind: "2d"): CanvasContext | null;
}

export interface CanvasContext {
  createImageData(width: number, height: number): CanvasPixels;
  putImageData(pixels: CanvasPixels, x: number, y: number): void;
  /** Used to check that a large canvas can be drawn to. */
  getImageData?(x: number, y: number, width: number, height: number): CanvasPixels;
}

interface CanvasPixels {
  readonly data: Uint8ClampedArray;
}
