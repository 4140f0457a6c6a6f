/** Writes `value`, which must be below 1000, as decimal digits at `at`. Returns the address after the last digit. */
@inline
export function putNumber(at: usize, value: u32): usize {
  if (value >= 10) {
    if (value >= 100) store<u8>(at++, 0x30 + value / 100);
    store<u8>(at++, 0x30 + ((value / 10) % 10));
  }
  store<u8>(at, 0x30 + (value % 10));
  return at + 1;
}
