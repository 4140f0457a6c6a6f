/** Inflates by what every host of the web platform has. Of a bomb no more is inflated than was asked for and the chunk
 *  that shows it to be one. */
export async function inflateStream(parts: readonly Uint8Array<ArrayBuffer>[], length: number): Promise<Uint8Array> {
  const stream = new DecompressionStream("deflate");
  const writer = stream.writable.getWriter();
  // What the writer has against the data, the reader meets too.
  const written = Promise.allSettled([...parts.map((part) => writer.write(part)), writer.close()]);
  const reader = stream.readable.getReader();
  const out = new Uint8Array(length);
  let filled = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (filled + part.value.length > length) throw new Error(`more than ${length} bytes`);
      out.set(part.value, filled);
      filled += part.value.length;
    }
  } finally {
    await reader.cancel().catch(() => {});
    await written;
  }
  return out.subarray(0, filled);
}
