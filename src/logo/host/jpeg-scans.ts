import { viewOf } from "../../core/png-reader.ts";
import { type JpegComponent, type JpegFrame, type JpegScan, readScan, unitsOf } from "./jpeg-coefficients.ts";
import { BitReader, type HuffmanTable, huffmanTable } from "./jpeg-huffman.ts";

/** A JPEG, as far as it has been read. */
export interface JpegScans extends JpegFrame {
  /** Quantization tables, in zigzag order. */
  readonly quantization: readonly (Uint16Array | undefined)[];
  /** The colour transformation in Adobe's marker; undefined without one. */
  readonly transform: number | undefined;
}

/** Called with the index of each row of units. `row` is its index in the coefficients. */
export type DrawUnits = (scans: JpegScans, unit: number, row: number) => void;

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
      const current = { ...scans, transform };
      scans = current;
      const scan: JpegScan = { reader: new BitReader(bytes, end), components, ...range, isProgressive, interval };
      const isOnly = !isProgressive && count === all.length && (all[0] as JpegComponent).coefficients.length === 0;
      readScan(current, scan, isOnly ? (unit) => draw(current, unit, 0) : undefined);
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

function readFrame(body: Uint8Array): JpegFrame {
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
