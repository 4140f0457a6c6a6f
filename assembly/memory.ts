/** Returns the address of `bytes` zeroed bytes, aligned to 16 bytes. 16 spare bytes follow, because vector stores
 *  may run past the end of a row. Nothing is ever freed, so the memory is still zeroed as WebAssembly provides it, and
 *  pages that are never written take no memory of the machine. Allocations are fixed buffers, caches per version, or the
 *  buffers for wide pictures, so memory stops growing once every version and a wide picture have been drawn. */
export function allocate(bytes: usize): usize {
  return (heap.alloc(bytes + 32) + 15) & ~15;
}
