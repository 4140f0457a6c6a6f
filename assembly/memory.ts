/** Returns the address of `bytes` zeroed bytes, aligned to 16 bytes. 16 spare bytes follow, because vector stores may write
 *  beyond the end of a row. Nothing is ever freed: allocations are fixed buffers or caches per version, so memory stops
 *  growing once every version has been used. */
export function allocate(bytes: usize): usize {
  const address = heap.alloc(bytes + 32);
  memory.fill(address, 0, bytes + 32);
  return (address + 15) & ~15;
}
