import { inflateSync } from "node:zlib";

/** What a zlib stream in `parts` holds, at once: a stream of a picture of isoqr's is too short to be worth a thread.
 *  @throws {Error} when it is broken, or holds more than `length` bytes. */
export function inflate(parts: readonly Uint8Array[], length: number): Uint8Array {
  return inflateSync(Buffer.concat(parts), { maxOutputLength: length });
}
