import { viewOf } from "../../core/png-reader.ts";
import { BitReader, type HuffmanTable, huffmanTable } from "./jpeg-huffman.ts";

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

/** A JPEG, as far as it has been read. */
export interface JpegScans {
  readonly width: number;
  readonly height: number;
  readonly maxH: number;
  readonly maxV: number;
  readonly components: readonly JpegComponent[];
  /** Quantization tables, in zigzag order. */
  readonly quantization: readonly (Uint16Array | undefined)[];
  /** The colour transformation in Adobe's marker; undefined without one. */
  readonly transform: number | undefined;
}

/** Called with the index of each row of units. `row` is its index in the coefficients. */
export type DrawUnits = (scans: JpegScans, unit: number, row: number) => void;

/** The position of each coefficient in zigzag order. ITU-T T.81, Figure A.6. */
export const ZIGZAG: Uint8Array = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
]);

const NO_CODES: HuffmanTable = /* @__PURE__ */ new Uint16Array(0);

const ADOBE = [0x41, 0x64, 0x6f, 0x62, 0x65];

/** Decodes the coefficients of a baseline or progressive JPEG, and calls `draw` with each row of units, from top to
 *  bottom. If the first scan contains all components, as in most baseline files, only one row is in memory at a time.
 *  The file must have passed `readJpegHeader`, which limits its size and its scans.
 *  @throws {Error} if the file is damaged. */
export function readJpegScans(bytes: Uint8Array, draw: DrawUnits): void {
  const view = viewOf(bytes);
  const quantization: (Uint16Array | undefined)[] = [];
  // Tables are built when a scan uses them, because the number of scans is limited.
  const codes = new Map<number, () => HuffmanTable>();
  let scans: JpegScans | undefined;
  let [interval, transform, isProgressive]: [number, number | undefined, boolean] = [0, undefined, false];
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] as number;
    if (bytes[at] !== 0xff || marker === 0xff || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd7)) {
      at++; // the data of a scan, or a fill byte
      continue;
    }
    if (marker === 0xd9) break;
    const end = at + 2 + view.getUint16(at + 2);
    const body = bytes.subarray(at + 4, end);
    if (marker === 0xdb) readQuantization(body, quantization);
    else if (marker === 0xc4) readHuffman(body, codes);
    else if (marker === 0xdd) interval = view.getUint16(at + 4);
    else if (marker === 0xee && ADOBE.every((byte, i) => body[i] === byte)) transform = body[11];
    else if (marker >= 0xc0 && marker <= 0xc2) {
      isProgressive = marker === 0xc2;
      scans = { ...readFrame(body), quantization, transform };
    } else if (marker === 0xda && scans) {
      const all = scans.components;
      const count = body[0] as number;
      const components: JpegComponent[] = [];
      for (let i = 0; i < count; i++) {
        const component = all.find(({ id }) => id === body[1 + 2 * i]);
        if (!component || components.includes(component)) throw new Error("JPEG has an invalid scan");
        const tables = body[2 + 2 * i] as number;
        component.dc = codes.get(tables >> 4)?.() ?? NO_CODES;
        component.ac = codes.get(16 + (tables & 15))?.() ?? NO_CODES;
        components.push(component);
      }
      const [first = 0, last = 0, bits = 0] = body.subarray(1 + 2 * count);
      const range = isProgressive
        ? { first, last: Math.min(last, 63), high: bits >> 4, low: bits & 15 }
        : { first: 0, last: 63, high: 0, low: 0 };
      scans = { ...scans, transform };
      const scan: Scan = { reader: new BitReader(bytes, end), components, ...range, isProgressive, interval };
      const isOnly = !isProgressive && count === all.length && (all[0] as JpegComponent).coefficients.length === 0;
      readScan(scans, scan, isOnly ? draw : undefined);
      if (isOnly) return;
    }
    at = end;
  }
  if (!scans?.components.every(({ coefficients }) => coefficients.length > 0)) throw new Error("JPEG lacks a scan");
  for (let unit = 0; unit < unitsOf(scans).along; unit++) draw(scans, unit, unit);
}

function readQuantization(body: Uint8Array, tables: (Uint16Array | undefined)[]): void {
  for (let at = 0; at < body.length; ) {
    const [wide, id] = [(body[at] as number) >> 4, (body[at] as number) & 15];
    at++;
    const valueAt = (i: number) =>
      wide ? ((body[at + 2 * i] ?? 0) << 8) | (body[at + 2 * i + 1] ?? 0) : (body[at + i] ?? 0);
    tables[id] = Uint16Array.from({ length: 64 }, (_, i) => valueAt(i));
    at += wide ? 128 : 64;
  }
}

/** Reads tables. Those for AC coefficients have ids from 16. */
function readHuffman(body: Uint8Array, codes: Map<number, () => HuffmanTable>): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const counts = body.subarray(at + 1, at + 17);
    const end = at + 17 + counts.reduce((sum, count) => sum + count, 0);
    const values = body.subarray(at + 17, end);
    codes.set(body[at] as number, () => huffmanTable(counts, values));
    at = end;
  }
}

function readFrame(body: Uint8Array) {
  const view = viewOf(body);
  const [height, width] = [view.getUint16(1), view.getUint16(3)];
  const rows = Array.from({ length: body[5] as number }, (_, i) => body.subarray(6 + 3 * i, 9 + 3 * i));
  // A single component is not sampled, so its units are blocks.
  const factorsOf = (factors: number) => (rows.length === 1 ? 0x11 : factors);
  const parts = rows.map(([id = 0, factors = 0, table = 0]) => ({ id, factors: factorsOf(factors), table }));
  const maxH = Math.max(...parts.map(({ factors }) => factors >> 4));
  const maxV = Math.max(...parts.map(({ factors }) => factors & 15));
  const components = parts.map(({ id, factors, table }): JpegComponent => {
    const [h, v] = [factors >> 4, factors & 15];
    if (h < 1 || h > 4 || v < 1 || v > 4) throw new Error("JPEG has invalid sampling factors");
    const across = Math.ceil(width / (8 * maxH)) * h;
    const unread = { coefficients: new Int16Array(0), ends: new Uint8Array(0), predicted: 0 };
    return { id, h, v, table, across, ...unread, dc: NO_CODES, ac: NO_CODES };
  });
  return { width, height, maxH, maxV, components };
}

type Frame = Pick<JpegScans, "width" | "height" | "maxH" | "maxV">;

/** Returns the number of units per row and per column. A.1.1 and A.2. */
function unitsOf({ width, height, maxH, maxV }: Frame): { across: number; along: number } {
  return { across: Math.ceil(width / (8 * maxH)), along: Math.ceil(height / (8 * maxV)) };
}

interface Scan {
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

/** Decodes a scan. With `draw`, keeps only one row of units in memory, and draws each. ITU-T T.81, A.2, F.2 and G.2. */
function readScan(scans: JpegScans, scan: Scan, draw: DrawUnits | undefined): void {
  const { reader, components, first, last, high, low, isProgressive, interval } = scan;
  const bit = 1 << low;
  /** Number of further blocks without coefficients in this range. */
  let empty = 0;

  /** Returns the last coefficient, in zigzag order, that the scan adds. */
  function readBlock(component: JpegComponent, at: number): number {
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

  let units = 0;
  const startUnit = () => {
    if (interval > 0 && units > 0 && units % interval === 0) {
      reader.restart();
      empty = 0;
      for (const component of components) component.predicted = 0;
    }
    units++;
  };
  const all = unitsOf(scans);
  for (const component of components) {
    component.predicted = 0;
    if (component.coefficients.length > 0) continue;
    const blocks = component.across * component.v * (draw ? 1 : all.along);
    component.coefficients = new Int16Array(64 * blocks);
    component.ends = new Uint8Array(blocks);
  }
  // A scan of one component consists of blocks, without the padding to whole units.
  const [only] = components.length === 1 ? components : [];
  const across = only ? Math.ceil(Math.ceil((scans.width * only.h) / scans.maxH) / 8) : all.across;
  const along = only ? Math.ceil(Math.ceil((scans.height * only.v) / scans.maxV) / 8) : all.along;
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
          component.ends[index] = Math.max(component.ends[index] as number, readBlock(component, 64 * index));
        }
      }
    }
    draw?.(scans, y, 0);
    if (!draw) continue;
    for (const { coefficients, ends } of components) {
      coefficients.fill(0);
      ends.fill(0);
    }
  }
}
