import { QrError } from "../errors.ts";
import { workbookDamaged, workbookEncrypted, workbookParts } from "../messages/list-rules.ts";
import type { Rule, Values } from "../messages/message.ts";

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

/** Length of an archive's last record in bytes, and maximum length of the comment after it. */
const TAIL = 22;
const MAX_COMMENT = 65_535;

export function unusable(rule: Rule, values?: Values): QrError {
  return new QrError("INVALID_OPTION", { field: "file", rule, values });
}

/** Opens a ZIP archive (APPNOTE.TXT 6.3.10) without unpacking anything. @throws {QrError} if it is damaged. */
export function openZip(bytes: Uint8Array<ArrayBuffer>) {
  // A reader of our own, because fflate 0.8 accepts duplicate names and encrypted files, and unpacks more than the declared
  // size from streams. zip.js takes over 30 KB (Brotli), this reader 1 KB.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readEntries(bytes, view);

  return {
    has: (name: string) => entries.has(name),
    /** Returns the size of a file when unpacked, as the archive declares it. */
    sizeOf: (name: string) => entries.get(name)?.size ?? 0,
    /** Yields the content of a file in parts. Never unpacks more than the declared size. @throws {QrError} if the file is
     *  missing, damaged or larger than declared. */
    async *unpack(name: string): AsyncGenerator<Uint8Array> {
      const entry = entries.get(name);
      if (!entry) throw unusable(workbookDamaged);
      if (entry.flags & 1) throw unusable(workbookEncrypted);
      if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== 0x04034b50)
        throw unusable(workbookDamaged);
      const start =
        entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
      const packed = bytes.subarray(start, start + entry.packed);
      const isStored = entry.method === 0;
      if (packed.length !== entry.packed || !(isStored || entry.method === 8)) throw unusable(workbookDamaged);
      let unpacked = 0;
      for await (const part of isStored ? partsOf(packed) : inflate(packed)) {
        unpacked += part.length;
        if (unpacked > entry.size) throw unusable(workbookDamaged);
        yield part;
      }
      if (unpacked !== entry.size) throw unusable(workbookDamaged);
    },
  };
}

/** Number of bytes to process at a time. */
const PART = 65_536;

function* partsOf(bytes: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += PART) yield bytes.subarray(at, at + PART);
}

function readEntries(bytes: Uint8Array, view: DataView): ReadonlyMap<string, Entry> {
  const tail = findTail(view);
  const count = view.getUint16(tail + 10, true);
  if (count > MAX_ENTRIES) throw unusable(workbookParts, { max: { number: MAX_ENTRIES } });
  const entries = new Map<string, Entry>();
  let at = view.getUint32(tail + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw unusable(workbookDamaged);
    const length = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    // Of two files with the same name, some programs use the first, and others the last.
    if (entries.has(name)) throw unusable(workbookDamaged);
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
  throw unusable(workbookDamaged);
}

async function* inflate(packed: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array> {
  const parts = partsOf(packed);
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { done, value } = parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const reader = source.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const read = () =>
    reader.read().catch(() => {
      throw unusable(workbookDamaged);
    });
  try {
    for (let part = await read(); !part.done; part = await read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
