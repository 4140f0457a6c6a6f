// The core computes check words too, but only those of whole symbols. It would have to encode one symbol per data bit, up to
// 23,648 of them, and an export would add bytes to the core of every page.

/** The primitive polynomial of GF(2^8). ISO/IEC 18004:2015, 7.5.2. */
const PRIMITIVE = 0x11d;

/** Returns the product of two elements of GF(2^8). */
function product(one: number, other: number): number {
  let sum = 0;
  for (let bit = 7; bit >= 0; bit--) {
    sum = (sum << 1) ^ (sum & 0x80 ? PRIMITIVE : 0);
    if ((other >> bit) & 1) sum ^= one;
  }
  return sum;
}

/** Returns the coefficients of the generator polynomial of degree `count` after the leading 1, the highest first. ISO/IEC
 *  18004:2015, Annex A. */
function generator(count: number): Uint8Array {
  const factors = new Uint8Array(count);
  factors[count - 1] = 1;
  let root = 1;
  for (let i = 0; i < count; i++) {
    for (let at = 0; at < count; at++) {
      factors[at] = product(factors[at] as number, root) ^ ((at + 1 < count ? factors[at + 1] : 0) as number);
    }
    root = product(root, 2);
  }
  return factors;
}

/** Returns the check words of every block in which a single bit of the data is set. The result has `count` bytes for each bit
 *  of `words` data words; the highest bit of the first word is first. A check word is linear in the data, so these decide the
 *  check words of all blocks. */
export function checkWordsOfBits(words: number, count: number): Uint8Array {
  const factors = generator(count);
  const checks = new Uint8Array(8 * words * count);
  // The remainder of x^n, from the last word to the first.
  const remainder = factors.slice();
  for (let word = words - 1; word >= 0; word--) {
    for (let bit = 0; bit < 8; bit++) {
      const start = (8 * word + bit) * count;
      for (let at = 0; at < count; at++) checks[start + at] = product(remainder[at] as number, 0x80 >> bit);
    }
    const first = remainder[0] as number;
    for (let at = 0; at < count; at++) {
      remainder[at] = ((at + 1 < count ? remainder[at + 1] : 0) as number) ^ product(first, factors[at] as number);
    }
  }
  return checks;
}
