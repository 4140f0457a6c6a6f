/** Bit operations that work on 128-bit vectors (`L` is v128) and on 64-bit words (`L` is u64). */

@inline
export function and<L>(a: L, b: L): L {
  if (isVector<L>()) return v128.and(a, b);
  else return (a & b) as L;
}

@inline
export function or<L>(a: L, b: L): L {
  if (isVector<L>()) return v128.or(a, b);
  else return (a | b) as L;
}

@inline
export function xor<L>(a: L, b: L): L {
  if (isVector<L>()) return v128.xor(a, b);
  else return (a ^ b) as L;
}

/** Returns the bits of `a` that are not set in `b`. */
@inline
export function without<L>(a: L, b: L): L {
  if (isVector<L>()) return v128.andnot(a, b);
  else return (a & ~b) as L;
}

/** Returns the carry of a full adder for each bit of a, b and c. Its sum is a XOR b XOR c. */
@inline
export function carry<L>(a: L, b: L, c: L): L {
  const differ = xor<L>(a, b);
  return or<L>(and<L>(a, b), and<L>(differ, c));
}

@inline
export function zero<L>(): L {
  if (isVector<L>()) return i64x2.splat(0);
  else return 0 as L;
}

@inline
export function ones<L>(): L {
  if (isVector<L>()) return i64x2.splat(-1);
  else return (~(0 as u64)) as L;
}

@inline
export function read<L>(address: usize, offset: usize): L {
  if (isVector<L>()) return v128.load(address + offset);
  else return load<u64>(address + offset) as L;
}

@inline
export function write<L>(address: usize, value: L, offset: usize): void {
  if (isVector<L>()) v128.store(address + offset, value);
  else store<u64>(address + offset, value);
}

/** Loads the modules of one line: 16 modules, repeated for each of the 8 masks (vector), or 64 modules (word). */
@inline
export function spread<L>(address: usize): L {
  if (isVector<L>()) return v128.load_splat<u16>(address);
  else return load<u64>(address) as L;
}

/** Shifts the modules of each lane one place towards the first module. The last place gets the first module of `next`, the
 *  same line of the following strip. */
@inline
export function shiftFrom<L>(lane: L, next: L): L {
  if (isVector<L>()) return v128.or(i16x8.shr_u(lane, 1), i16x8.shl(next, 15));
  else return (((lane as u64) >> 1) | ((next as u64) << 63)) as L;
}

/** Counts the set bits in each byte (vector) or in the whole word. */
@inline
export function count<L>(lane: L): L {
  if (isVector<L>()) return i8x16.popcnt(lane);
  else return popcnt<u64>(lane as u64) as L;
}

@inline
export function add<L>(a: L, b: L): L {
  if (isVector<L>()) return i8x16.add(a, b);
  else return (a + b) as L;
}

/** Adds `weight` times the counts to the 16-bit sums of each mask (vector) or to the single sum (word). */
@inline
export function widen<L>(sum: L, counts: L, weight: i32): L {
  if (isVector<L>()) {
    return i16x8.add(sum, i16x8.mul(i16x8.extadd_pairwise_i8x16_u(counts), i16x8.splat(<i16>weight)));
  } else return (sum + counts * (weight as u64)) as L;
}
