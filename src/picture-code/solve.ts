import type { Block } from "./blocks.ts";

/** The picture that modules should show, row by row. */
export interface Target {
  /** 1 dark, 0 light. */
  readonly modules: Uint8Array;
  /** How much each module matters: 0 not at all. */
  readonly weights: Float32Array;
}

/** The codewords that a block can have, as a basis: all are the sum of the current codeword and some of the rows. Bits are
 *  sorted by weight, and every row has a pivot, a bit that no other row has. */
interface Basis {
  /** The bits in the order of their weight, the heaviest first. */
  readonly order: Uint16Array;
  /** One bit per bit of the block, in that order. */
  readonly rows: readonly Uint32Array[];
  /** For each row, the position of its pivot in `order`. */
  readonly pivots: readonly number[];
}

/** Maximum number of passes of the search for better rows. */
const MAX_PASSES = 24;

/** Returns the basis of the codewords of `block` in which only the bits in `free` and the check words change. `free` has
 *  indices of data bits of the block. Gaussian elimination takes the modules by weight, so the free bits decide the
 *  independent modules of the greatest total weight. Other modules match only by chance. */
export function createBasis(block: Block, free: readonly number[], checks: Uint8Array, weights: Float32Array): Basis {
  const { words, modules } = block;
  const length = modules.length;
  const weightOf = (bit: number) => weights[modules[bit] as number] as number;
  const order = Uint16Array.from({ length }, (_, bit) => bit);
  // Equal weights keep the order of the bits, so that the result is the same in every engine.
  order.sort((one, other) => weightOf(other) - weightOf(one) || one - other);
  const place = new Uint16Array(length);
  for (let at = 0; at < length; at++) place[order[at] as number] = at;
  const rows = free.map((bit) => {
    const row = new Uint32Array((length + 31) >> 5);
    const set = (index: number) => {
      const at = place[index] as number;
      row[at >> 5] = (row[at >> 5] as number) | (1 << (at & 31));
    };
    set(bit);
    const count = (length >> 3) - words;
    for (let check = 0; check < count; check++) {
      const value = checks[bit * count + check] as number;
      for (let i = 0; i < 8; i++) if ((value >> (7 - i)) & 1) set(8 * (words + check) + i);
    }
    return row;
  });
  const pivots: number[] = [];
  for (let at = 0; at < length && pivots.length < rows.length; at++) {
    const found = rows.findIndex((row, index) => index >= pivots.length && hasBit(row, at));
    if (found < 0) continue;
    const next = pivots.length;
    const [pivot] = rows.splice(found, 1, ...rows.slice(next, next + 1)) as [Uint32Array<ArrayBuffer>];
    rows[next] = pivot;
    for (const row of rows) if (row !== pivot && hasBit(row, at)) add(row, pivot);
    pivots.push(at);
  }
  return { order, rows, pivots };
}

/** Changes the bits of a block so that its modules show as much as possible of `target`: first the pivots, then rows whose
 *  other bits win more than the pivot loses. `shown` has all modules of the symbol, 1 dark, and is changed. Returns the
 *  weight of the modules that still differ. */
export function fitBlock(block: Block, { order, rows, pivots }: Basis, shown: Uint8Array, target: Target): number {
  const { modules } = block;
  const differs = (at: number) => {
    const module = modules[order[at] as number] as number;
    return shown[module] !== target.modules[module];
  };
  // The gain of changing each bit, by position: positive if it differs.
  const gains = Float32Array.from(order, (bit, at) => {
    const weight = target.weights[modules[bit] as number] as number;
    return differs(at) ? weight : -weight;
  });
  const change = (row: Uint32Array) =>
    forEachBit(row, (at) => {
      const module = modules[order[at] as number] as number;
      shown[module] = 1 - (shown[module] as number);
      gains[at] = -(gains[at] as number);
    });
  rows.forEach((row, index) => {
    if (differs(pivots[index] as number)) change(row);
  });
  for (let pass = 0, isBetter = true; isBetter && pass < MAX_PASSES; pass++) {
    isBetter = false;
    // Light pivots first, because changing them costs least.
    for (let index = rows.length - 1; index >= 0; index--) {
      const row = rows[index] as Uint32Array;
      let gain = 0;
      forEachBit(row, (at) => {
        gain += gains[at] as number;
      });
      if (gain <= LEAST_GAIN) continue;
      change(row);
      isBetter = true;
    }
  }
  return gains.reduce((sum, gain) => sum + Math.max(0, gain), 0);
}

/** Smaller gains are rounding errors. */
const LEAST_GAIN = 1e-4;

function hasBit(row: Uint32Array, at: number): boolean {
  return (((row[at >> 5] as number) >>> (at & 31)) & 1) === 1;
}

function add(row: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < row.length; i++) row[i] = (row[i] as number) ^ (other[i] as number);
}

function forEachBit(row: Uint32Array, visit: (at: number) => void): void {
  for (let word = 0; word < row.length; word++) {
    let bits = row[word] as number;
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits);
      visit(32 * word + bit);
      bits &= bits - 1;
    }
  }
}
