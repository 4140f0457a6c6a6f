import type { ReaderOptions, ReadResult } from "zxing-wasm/reader";
import type { Pixels } from "../ports.ts";

interface Zxing {
  readonly version: string;
  /** Resolves to the QR codes in `picture`, which is an image file or pixels. */
  read(picture: Uint8Array | Pixels, options: ReaderOptions): Promise<ReadResult[]>;
}

interface ForeignList<Item> {
  size(): number;
  get(at: number): Item;
  /** Frees the list. The types of zxing-wasm lack this method. */
  delete?(): void;
}

/** Loads zxing-wasm, an optional package, from the wasm file that `readWasm` resolves to. By default, zxing-wasm would
 *  fetch it from a CDN.
 *  @throws like `readWasm`. */
export async function loadZxing(readWasm: (path: string) => Promise<Uint8Array<ArrayBuffer>>): Promise<Zxing> {
  const wasm = await readWasm("zxing-wasm/reader/zxing_reader.wasm");
  const { prepareZXingModule, readBarcodes, ZXING_WASM_VERSION } = await import("zxing-wasm/reader");
  const zxing = await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer }, fireImmediately: true });
  zxing.readBarcodesFromPixmap = freeing(zxing.readBarcodesFromPixmap);
  zxing.readBarcodesFromImage = freeing(zxing.readBarcodesFromImage);
  return {
    version: ZXING_WASM_VERSION,
    read: (picture, options) => readBarcodes(picture instanceof Uint8Array ? picture : imageOf(picture), options),
  };
}

function imageOf({ width, height, data }: Pixels): ImageData {
  const pixels = new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.length);
  return { width, height, data: pixels, colorSpace: "srgb" };
}

/** Wraps `read` to free the list that it returns. Otherwise, zxing-wasm leaks about 1.6 kB per QR code that it
 *  finds. */
function freeing<Given extends readonly unknown[], Item>(
  read: (...given: Given) => ForeignList<Item>,
): (...given: Given) => ForeignList<Item> {
  return (...given) => {
    const list = read(...given);
    try {
      const items = Array.from({ length: list.size() }, (_, at) => list.get(at));
      return { size: () => items.length, get: (at) => items[at] as Item };
    } finally {
      list.delete?.();
    }
  };
}
