import { memoize } from "../once.ts";

/** Bytes below which packing gains nothing. */
const LEAST_BYTES = 1024;

/** Packs files by gzip, each once: whoever has the bytes of a file gives the same ones each time. */
export function createPacker(): (bytes: Uint8Array) => Promise<Uint8Array> {
  return memoize(pack, new WeakMap());
}

/** Whether a file of this type becomes smaller, and the request takes it packed. A quality of 0 is a refusal (RFC 9110,
 *  12.5.3). */
export function wantsPacked(type: string, { length }: Uint8Array, acceptEncoding: string | null): boolean {
  if (length < LEAST_BYTES || !/^text\/|javascript|json|svg|wasm/.test(type)) return false;
  return (acceptEncoding ?? "").split(",").some((part) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(part));
}

async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
