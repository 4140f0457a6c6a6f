import type { QrOptions } from "../options/table.ts";

/** Returns `options` with a size of at most `most` pixels. Scales the space around the logo too, because it is in pixels. */
export function atMost(options: QrOptions, most: number): QrOptions {
  const { size, logoMargin } = options;
  return size > most ? { ...options, size: most, logoMargin: Math.round((logoMargin * most) / size) } : options;
}
