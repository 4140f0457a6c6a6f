import { alignmentCenters } from "../render/cells.ts";

/** Returns the index of the module, y * side + x, that shows each bit of the message, in the order of the message. Modules
 *  after the last codeword are remainder bits. Codewords are placed in columns of two modules, from the right, alternately
 *  upwards and downwards. ISO/IEC 18004:2015, 7.7.3. */
export function messageModules(version: number): Uint16Array {
  const side = 17 + 4 * version;
  const free = freeModules(version, side);
  const places: number[] = [];
  for (let right = side - 1; right > 0; right -= 2) {
    // The vertical timing pattern has this column to itself, so pairs of columns skip it.
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let row = 0; row < side; row++) {
      const start = (isUpward ? side - 1 - row : row) * side;
      for (const at of [start + right, start + right - 1]) if (free[at]) places.push(at);
    }
  }
  return Uint16Array.from(places);
}

/** Returns the block that a codeword belongs to. Blocks are interleaved, and the last data words of the longer blocks
 *  precede the check words. ISO/IEC 18004:2015, 7.6. */
export function blockOf(word: number, blocks: number, dataWords: number): number {
  const longer = dataWords % blocks;
  if (word < dataWords - longer) return word % blocks;
  if (word < dataWords) return blocks - dataWords + word;
  return (word - dataWords) % blocks;
}

/** Returns 1 for each module that belongs to a codeword, and 0 for function patterns, format and version information.
 *  ISO/IEC 18004:2015, 6.3. */
export function freeModules(version: number, side: number): Uint8Array {
  const free = new Uint8Array(side * side).fill(1);
  const reserve = (x: number, y: number, width: number, height: number) => {
    for (let row = y; row < y + height; row++) free.fill(0, row * side + x, row * side + x + width);
  };
  reserve(0, 0, 9, 9);
  reserve(side - 8, 0, 8, 9);
  reserve(0, side - 8, 9, 8);
  reserve(0, 6, side, 1);
  reserve(6, 0, 1, side);
  const centers = alignmentCenters(version);
  for (const y of centers) {
    for (const x of centers) {
      // Finder patterns occupy three of the positions.
      if (Math.min(x, y) === 6 && (Math.max(x, y) === 6 || Math.max(x, y) === side - 7)) continue;
      reserve(x - 2, y - 2, 5, 5);
    }
  }
  if (version >= 7) {
    reserve(side - 11, 0, 3, 6);
    reserve(0, side - 11, 6, 3);
  }
  return free;
}
