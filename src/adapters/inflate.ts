import { inflateSync } from "node:zlib";

/** Inflates the zlib data in `parts` in this thread, because starting another thread would take longer than inflating
 *  an image.
 *  @throws {Error} if the data is corrupt, or inflates to more than `length` bytes. */
export function inflate(parts: readonly Uint8Array[], length: number): Uint8Array {
  return inflateSync(Buffer.concat(parts), { maxOutputLength: length });
}
