import type { BitReader, HuffmanTable } from "./jpeg-huffman.ts";

/** A colour channel of a JPEG. */
export interface JpegComponent {
  readonly id: number;
  /** Sampling factors, across and along. */
  readonly h: number;
  readonly v: number;
  readonly table: number;
  /** Number of blocks per row, with the padding to whole units. */
  readonly across: number;
  /** The 64 coefficients of each block, in the order of rows: of the whole image, or of one row of units. */
  coefficients: Int16Array;
  /** The last coefficient of each block that is not zero, in zigzag order. Most blocks contain only the first ones. */
  ends: Uint8Array;
  predicted: number;
  /** Tables of the current scan; empty if the file has none. */
  dc: HuffmanTable;
  ac: HuffmanTable;
}

/** The size of a JPEG, and its components with the largest sampling factors. */
export interface JpegFrame {
  readonly width: number;
  readonly height: number;
  readonly maxH: number;
  readonly maxV: number;
  readonly components: readonly JpegComponent[];
}

/** Returns the number of units per row and per column. A.1.1 and A.2. */
export function unitsOf({ width, height, maxH, maxV }: JpegFrame): { across: number; along: number } {
  return { across: Math.ceil(width / (8 * maxH)), along: Math.ceil(height / (8 * maxV)) };
}

/** The position of each coefficient in zigzag order. ITU-T T.81, Figure A.6. */
export const ZIGZAG: Uint8Array = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
]);

/** A scan of a JPEG: its data, and the coefficients that they contain. */
export interface JpegScan {
  readonly reader: BitReader;
  readonly components: readonly JpegComponent[];
  /** The first and last coefficient in zigzag order. */
  readonly first: number;
  readonly last: number;
  /** The bit positions of successive approximation. */
  readonly high: number;
  readonly low: number;
  readonly isProgressive: boolean;
  /** Number of units between two restart markers; 0 for none. */
  readonly interval: number;
}

/** Reads the blocks of one scan, in the order of the file. */
interface BlockReader {
  /** Adds coefficients to the block that begins at `at`. Returns the last one, in zigzag order, that the scan adds. */
  read(component: JpegComponent, at: number): number;
  /** Continues after a restart marker. */
  restart(): void;
}

function createBlockReader({ reader, first, last, high, low, isProgressive }: JpegScan): BlockReader {
  const bit = 1 << low;
  /** Number of further blocks without coefficients in this range. */
  let empty = 0;

  function read(component: JpegComponent, at: number): number {
    const { coefficients, dc, ac } = component;
    let [k, end] = [first, 0];
    if (k === 0) {
      if (high > 0) coefficients[at] = (coefficients[at] as number) | (reader.bits(1) << low);
      else {
        component.predicted += reader.signed(Math.min(16, reader.value(dc)));
        coefficients[at] = component.predicted * bit;
      }
      if (isProgressive) return 0;
      k = 1;
    }
    if (high > 0) return refine(coefficients, at, ac);
    if (empty > 0) {
      empty--;
      return 0;
    }
    while (k <= last) {
      const code = reader.value(ac);
      const [run, size] = [code >> 4, code & 15];
      if (size === 0 && run < 15) {
        if (isProgressive) empty = (1 << run) + reader.bits(run) - 1;
        break;
      }
      k += run;
      const value = reader.signed(size) * bit;
      if (k <= last && size > 0) {
        coefficients[at + (ZIGZAG[k] as number)] = value;
        end = k;
      }
      k++;
    }
    return end;
  }

  /** Adds a bit to coefficients of earlier scans, and new coefficients. Returns the last new one. ITU-T T.81, G.1.2.3. */
  function refine(coefficients: Int16Array, at: number, ac: HuffmanTable): number {
    let [k, end] = [first, 0];
    const correct = (index: number, value: number) => {
      if (reader.bits(1) === 1 && (value & bit) === 0) coefficients[index] = value + (value > 0 ? bit : -bit);
    };
    while (empty === 0 && k <= last) {
      const code = reader.value(ac);
      let run = code >> 4;
      const isNew = (code & 15) > 0;
      if (!isNew && run < 15) {
        empty = (1 << run) + reader.bits(run);
        break;
      }
      const added = isNew ? (reader.bits(1) === 1 ? bit : -bit) : 0;
      for (; k <= last; k++) {
        const index = at + (ZIGZAG[k] as number);
        const value = coefficients[index] as number;
        if (value !== 0) correct(index, value);
        else if (run-- === 0) {
          coefficients[index] = added;
          if (isNew) end = k;
          break;
        }
      }
      k++;
    }
    if (empty === 0) return end;
    for (; k <= last; k++) {
      const index = at + (ZIGZAG[k] as number);
      const value = coefficients[index] as number;
      if (value !== 0) correct(index, value);
    }
    empty--;
    return end;
  }

  const restart = () => {
    reader.restart();
    empty = 0;
  };
  return { read, restart };
}

/** Decodes a scan. With `draw`, keeps only one row of units in memory, and calls `draw` with the index of each. ITU-T T.81,
 *  A.2, F.2 and G.2. */
export function readScan(frame: JpegFrame, scan: JpegScan, draw?: (unit: number) => void): void {
  const { reader, components, interval } = scan;
  const blocks = createBlockReader(scan);
  let units = 0;
  const startUnit = () => {
    if (interval > 0 && units > 0 && units % interval === 0) {
      blocks.restart();
      for (const component of components) component.predicted = 0;
    }
    units++;
  };
  const all = unitsOf(frame);
  for (const component of components) {
    component.predicted = 0;
    if (component.coefficients.length > 0) continue;
    const count = component.across * component.v * (draw ? 1 : all.along);
    component.coefficients = new Int16Array(64 * count);
    component.ends = new Uint8Array(count);
  }
  // A scan of one component consists of blocks, without the padding to whole units.
  const [only] = components.length === 1 ? components : [];
  const across = only ? Math.ceil(Math.ceil((frame.width * only.h) / frame.maxH) / 8) : all.across;
  const along = only ? Math.ceil(Math.ceil((frame.height * only.v) / frame.maxV) / 8) : all.along;
  for (let y = 0; y < along; y++) {
    for (let x = 0; x < across; x++) {
      startUnit();
      // After the end of a truncated file, blocks stay grey. This bounds the work by the length of the file.
      if (reader.isOver) continue;
      for (const component of components) {
        const [h, v] = only ? [1, 1] : [component.h, component.v];
        const top = draw ? 0 : y * v;
        for (let block = 0; block < h * v; block++) {
          const row = top + Math.floor(block / h);
          const index = row * component.across + x * h + (block % h);
          component.ends[index] = Math.max(component.ends[index] as number, blocks.read(component, 64 * index));
        }
      }
    }
    draw?.(y);
    if (!draw) continue;
    for (const { coefficients, ends } of components) {
      coefficients.fill(0);
      ends.fill(0);
    }
  }
}
