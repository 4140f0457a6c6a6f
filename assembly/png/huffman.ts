/** Prefix codes for deflate. RFC 1951, 3.2.2. */

/** Maximum number of symbols in an alphabet. */
const MAX_SYMBOLS: usize = 288;
/** Used symbols in ascending order of frequency: frequency << 9 | symbol. */
const ORDER = memory.data(4 * MAX_SYMBOLS, 4);
/** Working memory of the minimum-redundancy algorithm; finally the code lengths in the order of ORDER. */
const WORK = memory.data(4 * MAX_SYMBOLS, 4);

@inline
function work(i: i32): u32 {
  return load<u32>(WORK + 4 * i);
}

@inline
function setWork(i: i32, value: u32): void {
  store<u32>(WORK + 4 * i, value);
}

/** Sorts ORDER by frequency. Uses a Shell sort, because the arrays are short and partly sorted. */
function sortOrder(count: i32): void {
  for (let gap = count >> 1; gap > 0; gap = gap == 2 ? 1 : (gap * 5) / 11) {
    for (let i = gap; i < count; i++) {
      const key = load<u32>(ORDER + 4 * i);
      let j = i;
      for (; j >= gap && load<u32>(ORDER + 4 * (j - gap)) > key; j -= gap) {
        store<u32>(ORDER + 4 * j, load<u32>(ORDER + 4 * (j - gap)));
      }
      store<u32>(ORDER + 4 * j, key);
    }
  }
}

/** Computes the code lengths. Moffat and Katajainen, In-place calculation of minimum-redundancy codes (1995). */
function findLengths(n: i32): void {
  setWork(0, work(0) + work(1));
  let root = 0;
  let leaf = 2;
  for (let next = 1; next < n - 1; next++) {
    let sum: u32;
    if (leaf >= n || work(root) < work(leaf)) {
      sum = work(root);
      setWork(root++, next);
    } else sum = work(leaf++);
    if (leaf >= n || (root < next && work(root) < work(leaf))) {
      sum += work(root);
      setWork(root++, next);
    } else sum += work(leaf++);
    setWork(next, sum);
  }
  setWork(n - 2, 0);
  for (let next = n - 3; next >= 0; next--) setWork(next, work(work(next)) + 1);
  let open = 1;
  let used = 0;
  let depth = 0;
  root = n - 2;
  let next = n - 1;
  while (open > 0) {
    while (root >= 0 && work(root) == depth) {
      used++;
      root--;
    }
    while (open > used) {
      setWork(next--, depth);
      open--;
    }
    open = 2 * used;
    depth++;
    used = 0;
  }
}

/** Limits the lengths to `limit`. Then makes the code complete again, because inflate rejects incomplete codes. */
function limitLengths(n: i32, limit: i32): void {
  let taken = 0; // used leaves, out of 1 << limit
  for (let i = 0; i < n; i++) {
    if (work(i) > <u32>limit) setWork(i, limit);
    taken += 1 << (limit - work(i));
  }
  const room = 1 << limit;
  while (taken > room) {
    let deepest = -1;
    for (let i = 0; i < n; i++) {
      if (work(i) < <u32>limit && (deepest < 0 || work(i) > work(deepest))) deepest = i;
    }
    setWork(deepest, work(deepest) + 1);
    taken -= 1 << (limit - work(deepest));
  }
  for (let i = n - 1; i >= 0 && taken < room; ) {
    const gain = 1 << (limit - work(i));
    if (taken + gain <= room) {
      setWork(i, work(i) - 1);
      taken += gain;
    } else i--;
  }
}

/** Writes the lengths of a complete code for the `used` symbols in ORDER to WORK. */
function findCode(used: i32, limit: i32): void {
  if (used == 1) return setWork(0, 1);
  sortOrder(used);
  for (let i = 0; i < used; i++) setWork(i, load<u32>(ORDER + 4 * i) >> 9);
  findLengths(used);
  if (work(0) > <u32>limit) limitLengths(used, limit);
}

/** The used symbols in ascending order, u16. A small picture uses only a few. */
const USED = memory.data(2 * MAX_SYMBOLS, 2);
/** For each code length, the next code. */
const NEXT = memory.data(4 * 17, 4);

/** Builds the code of an alphabet of `size` symbols from their frequencies, u32 at `counts`. Writes the code lengths,
 *  u8, to `lengths`: 0 for unused symbols, 1 if only one symbol is used. Writes the codes of used symbols, u32, to
 *  `codes`, as reversed bits | length << 16. RFC 1951, 3.2.2. */
export function buildCode(counts: usize, size: i32, limit: i32, lengths: usize, codes: usize): void {
  memory.fill(lengths, 0, size);
  let used = 0;
  for (let symbol = 0; symbol < size; symbol++) {
    const frequency = load<u32>(counts + 4 * symbol);
    if (!frequency) continue;
    store<u32>(ORDER + 4 * used, (frequency << 9) | symbol);
    store<u16>(USED + 2 * used++, symbol);
  }
  if (!used) return;
  findCode(used, limit);
  memory.fill(NEXT, 0, 4 * 17);
  for (let i = 0; i < used; i++) {
    const length: usize = work(i);
    store<u8>(lengths + (load<u32>(ORDER + 4 * i) & 511), length);
    store<u32>(NEXT + 4 * (length + 1), load<u32>(NEXT + 4 * (length + 1)) + 1);
  }
  let code: u32 = 0;
  for (let length: usize = 1; length <= 16; length++) {
    code = (code + load<u32>(NEXT + 4 * length)) << 1;
    store<u32>(NEXT + 4 * length, code);
  }
  for (let i = 0; i < used; i++) {
    const symbol: usize = load<u16>(USED + 2 * i);
    const length: u32 = load<u8>(lengths + symbol);
    const value = load<u32>(NEXT + 4 * length);
    store<u32>(NEXT + 4 * length, value + 1);
    store<u32>(codes + 4 * symbol, (reversed(value) >> (16 - length)) | (length << 16));
  }
}

/** Returns the 16 bits of `value` in reverse order. */
@inline
function reversed(value: u32): u32 {
  value = ((value & 0x5555) << 1) | ((value >> 1) & 0x5555);
  value = ((value & 0x3333) << 2) | ((value >> 2) & 0x3333);
  value = ((value & 0x0f0f) << 4) | ((value >> 4) & 0x0f0f);
  return ((value & 0x00ff) << 8) | (value >> 8);
}
