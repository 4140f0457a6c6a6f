/** A Huffman table: for each possible next 16 bits, the length of the code in the upper byte and its value in the lower
 *  one; 0 for no code. */
export type HuffmanTable = Uint16Array;

/** Builds the table for codes with these numbers of values per length, 1 to 16. ITU-T T.81, Annex C. */
export function huffmanTable(counts: Uint8Array, values: Uint8Array): HuffmanTable {
  const table = new Uint16Array(65536);
  let [code, at] = [0, 0];
  for (let length = 1; length <= 16; length++) {
    const span = 1 << (16 - length);
    for (let i = 0; i < (counts[length - 1] as number); i++, at++) {
      if (code + span > 65536) throw new Error("JPEG has an invalid Huffman table");
      table.fill((length << 8) | (values[at] ?? 0), code, code + span);
      code += span;
    }
  }
  return table;
}

/** Reads the bits of entropy-coded data. ITU-T T.81, F.2.2. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #bits = 0;
  #count = 0;
  /** Number of zeros that were added after the end of the data. */
  #added = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Whether bits after the end of the data have been read. */
  get isOver(): boolean {
    return this.#added > this.#count;
  }

  /** Reads the next value that is coded with `table`. */
  value(table: HuffmanTable): number {
    this.#fill();
    const entry = table[(this.#bits >>> (this.#count - 16)) & 0xffff];
    if (!entry) throw new Error("JPEG has an unknown code");
    this.#count -= entry >> 8;
    return entry & 255;
  }

  /** Reads `count` bits, at most 16. */
  bits(count: number): number {
    if (count === 0) return 0;
    this.#fill();
    this.#count -= count;
    return (this.#bits >>> this.#count) & ((1 << count) - 1);
  }

  /** Reads a number of `size` bits with a sign. ITU-T T.81, F.2.2.1. */
  signed(size: number): number {
    const value = this.bits(size);
    return size > 0 && value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
  }

  /** Skips a restart marker, and the bits before it. Without one, the data is over. */
  restart(): void {
    this.#count = 0;
    this.#added = 1;
    while (this.#at + 1 < this.#bytes.length) {
      const marker = this.#bytes[this.#at + 1] as number;
      if (this.#bytes[this.#at] === 0xff && marker !== 0 && marker !== 0xff) {
        if (marker < 0xd0 || marker > 0xd7) return;
        this.#at += 2;
        this.#added = 0;
        return;
      }
      this.#at++;
    }
  }

  /** Makes at least 16 bits available. Zeros follow the end of the data. */
  #fill(): void {
    while (this.#count < 16) {
      const byte = this.#bytes[this.#at] ?? 0xff;
      const isEnd = byte === 0xff && this.#bytes[this.#at + 1] !== 0;
      if (isEnd) this.#added += 8;
      else this.#at += byte === 0xff ? 2 : 1;
      this.#bits = (this.#bits << 8) | (isEnd ? 0 : byte);
      this.#count += 8;
    }
  }
}
