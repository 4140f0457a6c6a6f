/** HarfBuzz, once its WebAssembly is compiled. */
export type HarfBuzz = typeof import("harfbuzzjs");

/** Loads HarfBuzz, which is not installed with every copy of isoqr. */
export function loadHarfBuzz(): Promise<HarfBuzz> {
  return import("harfbuzzjs");
}
