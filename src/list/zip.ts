import { QrError } from "../errors.ts";

/** A file in a ZIP archive. */
interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const MAX_ENTRIES = 2_000;

/** Bytes of an archive's last record, and the maximum length of the comment that follows it. */
const TAIL = 22;
const MAX_COMMENT = 65_535;

const DAMAGED = "is damaged: open it in a spreadsheet program and save it again";

/** Returns the error for an unusable workbook. The rule follows the name of the file. */
export function unusable(rule: string): QrError {
  return new QrError("INVALID_OPTION", 400, rule, "file");
}

/** Opens a ZIP archive (APPNOTE.TXT 6.3.10) without unpacking anything. @throws {QrError} if it is damaged. */
export function openZip(bytes: Uint8Array<ArrayBuffer>) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readEntries(bytes, view);

  return {
    has: (name: string) => entries.has(name),
    /** Returns the size of a file when unpacked, as the archive declares it. */
    sizeOf: (name: string) => entries.get(name)?.size ?? 0,
    /** Resolves to the content of a file. Never unpacks more than the declared size. @throws {QrError} if the file is
     *  missing, damaged or larger than declared. */
    async read(name: string): Promise<Uint8Array<ArrayBuffer>> {
      const entry = entries.get(name);
      if (!entry) throw unusable(DAMAGED);
      if (entry.flags & 1) throw unusable("is encrypted: save it without a password");
      if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== 0x04034b50)
        throw unusable(DAMAGED);
      const start =
        entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
      const packed = bytes.subarray(start, start + entry.packed);
      if (packed.length !== entry.packed) throw unusable(DAMAGED);
      if (entry.method === 0 && entry.packed === entry.size) return packed;
      if (entry.method !== 8) throw unusable(DAMAGED);
      return inflate(packed, entry.size);
    },
  };
}

function readEntries(bytes: Uint8Array, view: DataView): ReadonlyMap<string, Entry> {
  const tail = findTail(view);
  const count = view.getUint16(tail + 10, true);
  if (count > MAX_ENTRIES) throw unusable(`must have at most ${MAX_ENTRIES.toLocaleString("en")} parts`);
  const entries = new Map<string, Entry>();
  let at = view.getUint32(tail + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw unusable(DAMAGED);
    const length = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    // If two files have the same name, programs disagree about which one counts.
    if (entries.has(name)) throw unusable(DAMAGED);
    entries.set(name, {
      name,
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Returns the offset of the archive's last record. */
function findTail(view: DataView): number {
  const last = view.byteLength - TAIL;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw unusable(DAMAGED);
}

async function inflate(packed: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Uint8Array(size);
  let filled = 0;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (filled + part.value.length > size) throw unusable(DAMAGED);
      out.set(part.value, filled);
      filled += part.value.length;
    }
  } catch (error) {
    throw error instanceof QrError ? error : unusable(DAMAGED);
  } finally {
    await reader.cancel().catch(() => {});
  }
  if (filled !== size) throw unusable(DAMAGED);
  return out;
}

/** Packs files into a ZIP archive without compressing them. The archive has no checksums, so it is only for readers that
 *  check none. */
export function storeZip(files: Readonly<Record<string, Uint8Array>>): ArrayBuffer {
  const encoder = new TextEncoder();
  const list = Object.entries(files).map(([name, data]) => ({ name: encoder.encode(name), data }));
  const total = list.reduce((sum, { name, data }) => sum + 76 + 2 * name.length + data.length, TAIL);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const offsets = list.map(({ name, data }) => {
    const offset = at;
    view.setUint32(at, 0x04034b50, true);
    view.setUint16(at + 4, 20, true);
    view.setUint32(at + 18, data.length, true);
    view.setUint32(at + 22, data.length, true);
    view.setUint16(at + 26, name.length, true);
    bytes.set(name, at + 30);
    bytes.set(data, at + 30 + name.length);
    at += 30 + name.length + data.length;
    return offset;
  });
  const directory = at;
  for (const [index, { name, data }] of list.entries()) {
    view.setUint32(at, 0x02014b50, true);
    view.setUint16(at + 6, 20, true);
    view.setUint32(at + 20, data.length, true);
    view.setUint32(at + 24, data.length, true);
    view.setUint16(at + 28, name.length, true);
    view.setUint32(at + 42, offsets[index] ?? 0, true);
    bytes.set(name, at + 46);
    at += 46 + name.length;
  }
  view.setUint32(at, 0x06054b50, true);
  view.setUint16(at + 8, list.length, true);
  view.setUint16(at + 10, list.length, true);
  view.setUint32(at + 12, at - directory, true);
  view.setUint32(at + 16, directory, true);
  return bytes.buffer;
}
