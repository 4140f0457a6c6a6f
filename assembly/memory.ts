/** Bump allocation. Nothing is ever freed: what is allocated is either a fixed buffer or a cache per version,
 *  so memory stops growing once every version was used. */

/** Address of `bytes` zeroed bytes, 16-byte aligned, with 16 spare bytes behind them: vector stores may
 *  run past the end of a row. */
export function allocate(bytes: usize): usize {
  const address = heap.alloc(bytes + 32);
  memory.fill(address, 0, bytes + 32);
  return (address + 15) & ~15;
}
