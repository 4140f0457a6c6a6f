/** Appends `value` as decimal digits at `at`; gives the address behind. `value` is under 1000. */
@inline
export function putNumber(at: usize, value: u32): usize {
  if (value >= 10) {
    if (value >= 100) store<u8>(at++, 0x30 + value / 100);
    store<u8>(at++, 0x30 + ((value / 10) % 10));
  }
  store<u8>(at, 0x30 + (value % 10));
  return at + 1;
}
