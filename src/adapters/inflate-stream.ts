/** Inflates the zlib data in `parts` with DecompressionStream.
 *  @throws {Error} if the data is corrupt, or inflates to more than `length` bytes. */
export async function inflateStream(parts: readonly Uint8Array<ArrayBuffer>[], length: number): Promise<Uint8Array> {
  const stream = new DecompressionStream("deflate");
  const writer = stream.writable.getWriter();
  // Write errors are ignored, because the reader reports them too.
  const written = Promise.allSettled([...parts.map((part) => writer.write(part)), writer.close()]);
  const reader = stream.readable.getReader();
  const out = new Uint8Array(length);
  let filled = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (filled + part.value.length > length) throw new Error(`the data inflates to more than ${length} bytes`);
      out.set(part.value, filled);
      filled += part.value.length;
    }
  } finally {
    await reader.cancel().catch(() => {});
    await written;
  }
  return out.subarray(0, filled);
}
