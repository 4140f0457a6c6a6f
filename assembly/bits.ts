/** Writes bits in big-endian order. */

let pending: u64 = 0;
let pendingBits: i32 = 0;
let cursor: usize = 0;

export function startBits(address: usize): void {
  pending = 0;
  pendingBits = 0;
  cursor = address;
}

/** Appends the low `count` bits of `value`, highest first. `count` is 0 to 32; higher bits must be 0. */
export function putBits(value: u32, count: i32): void {
  pending = (pending << count) | <u64>value;
  pendingBits += count;
  if (pendingBits >= 32) {
    pendingBits -= 32;
    store<u32>(cursor, bswap<u32>(<u32>(pending >> pendingBits)));
    cursor += 4;
  }
}

/** Writes the pending bits, padded with zeros to a full byte. Returns the address after the last byte. */
export function finishBits(): usize {
  const end = cursor + ((pendingBits + 7) >> 3);
  store<u32>(cursor, bswap<u32>(<u32>(pending << (32 - pendingBits))));
  return end;
}
