import { packageMissing } from "../errors.ts";

/** HarfBuzz, once its WebAssembly is compiled. */
export type HarfBuzz = typeof import("harfbuzzjs");

/** Loads HarfBuzz. @throws {QrError} NOT_SUPPORTED when the package, which is optional, is not installed. */
export async function loadHarfBuzz(): Promise<HarfBuzz> {
  try {
    return await import("harfbuzzjs");
  } catch (cause) {
    throw packageMissing("harfbuzzjs", cause);
  }
}
