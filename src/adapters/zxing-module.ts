import type { ReaderOptions, ReadResult } from "zxing-wasm/reader";
import type { Gray, Pixels } from "../ports.ts";

interface Zxing {
  readonly version: string;
  /** Resolves to the QR codes in `picture`, which is an image file or pixels. */
  read(picture: Uint8Array | Pixels, options: ReaderOptions): Promise<ReadResult[]>;
  /** Resolves to a function that reads grey pictures with `options`. */
  grayReader(options: ReaderOptions): Promise<GrayReader>;
}

type Found = Pick<ReadResult, "isValid" | "bytes">;
type GrayReader = (picture: Gray) => Promise<readonly Found[]> | readonly Found[];

/** The memory of the WebAssembly module, which is missing from zxing-wasm's types. */
interface Memory {
  readonly HEAPU8: Uint8Array;
  /** Allocates memory. Returns its address, or 0 if there is not enough. */
  _malloc(length: number): number;
  _free(address: number): void;
}

interface ForeignList<Item> {
  size(): number;
  get(at: number): Item;
  /** Frees the list. Missing from zxing-wasm's types. */
  delete?(): void;
}

/** Loads zxing-wasm, an optional package, from the wasm file that `readWasm` resolves to. By default, zxing-wasm would
 *  fetch it from a CDN.
 *  @throws like `readWasm`. */
export async function loadZxing(readWasm: (path: string) => Promise<Uint8Array<ArrayBuffer>>): Promise<Zxing> {
  const wasm = await readWasm("zxing-wasm/reader/zxing_reader.wasm");
  const { prepareZXingModule, readBarcodes, ZXING_WASM_VERSION } = await import("zxing-wasm/reader");
  // Errors are thrown, so printing them as well would be redundant.
  const overrides = { wasmBinary: wasm.buffer, printErr: () => {} };
  const module = await prepareZXingModule({ overrides, fireImmediately: true });
  const zxing = module as typeof module & Memory;
  zxing.readBarcodesFromPixmap = freeing(zxing.readBarcodesFromPixmap);
  zxing.readBarcodesFromImage = freeing(zxing.readBarcodesFromImage);
  const read: Zxing["read"] = (picture, options) =>
    readBarcodes(picture instanceof Uint8Array ? picture : imageOf(picture), options);

  /** Resolves to a reader that calls the WebAssembly directly. The package's own function accepts only RGBA, and
   *  converts it to grey, which takes longer than some reads. A first read of one red pixel reveals the form in which
   *  the WebAssembly expects the options, and whether it expects grey pixels: older versions convert RGBA
   *  themselves. */
  async function grayReader(options: ReaderOptions): Promise<GrayReader> {
    const { readBarcodesFromPixmap: readPixmap } = zxing;
    let known: Parameters<typeof readPixmap>[3] | undefined;
    zxing.readBarcodesFromPixmap = (address, width, height, given) => {
      if (width === 1 && zxing.HEAPU8[address] === RED_LUMINANCE) known = given;
      return readPixmap(address, width, height, given);
    };
    await read(RED, options);
    zxing.readBarcodesFromPixmap = readPixmap;
    const native = known;
    if (!native) return (picture) => read(pixelsOf(picture), options);
    return ({ width, height, data }) => {
      const address = zxing._malloc(data.length);
      if (!address) throw new WebAssembly.RuntimeError("scanning failed: zxing ran out of memory");
      zxing.HEAPU8.set(data, address);
      const found = readPixmap(address, width, height, native);
      zxing._free(address);
      return Array.from({ length: found.size() }, (_, at) => found.get(at) as Found);
    };
  }

  return { version: ZXING_WASM_VERSION, read, grayReader };
}

const RED: Pixels = { width: 1, height: 1, data: Uint8Array.of(255, 0, 0, 255) };
const RED_LUMINANCE = 76;

export function pixelsOf({ width, height, data }: Gray): Pixels {
  const words = new Uint32Array(width * height);
  // Alpha is the highest byte of a word, because all current engines are little-endian.
  for (let i = 0; i < words.length; i++) words[i] = 0xff000000 | ((data[i] as number) * 0x010101);
  return { width, height, data: new Uint8Array(words.buffer) };
}

function imageOf({ width, height, data }: Pixels): ImageData {
  const pixels = new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.length);
  return { width, height, data: pixels, colorSpace: "srgb" };
}

/** Wraps `read` to free the list that it returns. Without this, zxing-wasm leaks about 1.6 kB per QR code that it finds. */
function freeing<Given extends readonly unknown[], Item>(
  read: (...given: Given) => ForeignList<Item>,
): (...given: Given) => ForeignList<Item> {
  return (...given) => {
    const list = read(...given);
    try {
      const items = Array.from({ length: list.size() }, (_, at) => list.get(at));
      // Newer versions of zxing-wasm free the list themselves.
      return { size: () => items.length, get: (at) => items[at] as Item, delete: () => {} };
    } finally {
      list.delete?.();
    }
  };
}
