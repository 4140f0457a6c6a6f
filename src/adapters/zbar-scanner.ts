import { QrError } from "../errors.ts";
import type { Gray, Scanner } from "../ports.ts";

const UNKNOWN_INTERFACE = "the npm package {name} has an unknown interface: run npm install {name}@{series}";

const PACKAGE = "@undecaf/zbar-wasm";

/** The release series that has the minified names below. */
const SERIES = "0.11";

/** The exports of zbar.wasm, with the names to which the compiler has minified them. Pointers are byte offsets in
 *  `g`. */
interface Exports {
  readonly g: WebAssembly.Memory;
  /** Runs the static constructors of C++. */
  h(): void;
  /** Creates a scanner. */
  i(): number;
  /** Frees a scanner. */
  j(scanner: number): void;
  /** Sets an option of a scanner: (scanner, kind of code, option, value). */
  k(scanner: number, kind: number, option: number, value: number): number;
  /** Scans an image. Returns the number of codes, or a negative number if it fails. */
  o(scanner: number, image: number): number;
  /** Creates an image: (width, height, format, data, length of data, number in a sequence). The image owns its data. */
  p(width: number, height: number, format: number, data: number, length: number, sequence: number): number;
  /** Frees an image, its data and its codes. */
  q(image: number): void;
  /** Returns the list of codes in an image, or 0. */
  r(image: number): number;
  /** Allocates memory. Returns 0 if there is not enough. */
  u(length: number): number;
}

/** The number of parameters of each function in `Exports`. */
const ARITIES = { h: 0, i: 0, j: 1, k: 4, o: 2, p: 6, q: 1, r: 1, u: 1 } as const;

/** Values of zbar's enumerations, from zbar.h. */
const ALL = 0;
const QR_CODE = 64;
const ENABLE = 0;
/** Option: return the bytes of a code unchanged. Without it, zbar guesses their character set and converts them. */
const BINARY = 4;
/** Option: if no code is found, invert the image and scan it again. */
const TEST_INVERTED = 129;
/** Image format: one byte per pixel, from 0 (black) to 255 (white). The number consists of the characters "Y800". */
const GRAY = 0x30303859;

/** Offsets in zbar's structures, in bytes: the first code of a list; the length and the address of a code's bytes. */
const FIRST = 8;
const LENGTH = 16;
const BYTES = 20;

const PAGE = 65_536;

/** Maximum memory in pages of 64 KiB: 256 MiB. A picture of 2048 x 2048 pixels needs less than a tenth of it. */
export const MAX_PAGES = 4096;

/** Loads a scanner based on zbar-wasm, an optional package. Like zxing, it also reads light codes on dark backgrounds. It
 *  runs the package's WebAssembly without its JavaScript, so that the file can come from anywhere, and no code under the
 *  LGPL becomes part of a bundle. After a crash, the next read starts with fresh memory.
 *  @throws like `readFile`; {QrError} NOT_SUPPORTED if the file lacks the expected exports; {Error} if the package is
 *  damaged. */
export async function loadZbarScanner(readFile: (path: string) => Promise<Uint8Array<ArrayBuffer>>): Promise<Scanner> {
  const [wasm, manifest] = await Promise.all([
    readFile(`${PACKAGE}/dist/zbar.wasm`),
    readFile(`${PACKAGE}/package.json`),
  ]);
  const { version } = JSON.parse(new TextDecoder().decode(manifest));
  if (typeof version !== "string")
    throw new TypeError(`the package.json of ${PACKAGE} has no version: reinstall the package`);
  const module = await WebAssembly.compile(wasm);
  let zbar: Exports | undefined = await start(module);
  return {
    name: `zbar-wasm ${version}`,
    async read(picture, darkOnLight = false) {
      zbar ??= await start(module);
      const current = zbar;
      // Undefined during a read, because a crash leaves the memory in an unknown state.
      zbar = undefined;
      const found = scan(current, picture, darkOnLight);
      zbar = current;
      return found;
    },
  };
}

async function start(module: WebAssembly.Module): Promise<Exports> {
  const exports = await instantiate(module);
  for (const [name, arity] of Object.entries(ARITIES)) {
    const found: unknown = exports[name as keyof typeof ARITIES];
    if (typeof found !== "function" || found.length !== arity) throw unknownInterface();
  }
  exports.h();
  return exports;
}

async function instantiate(module: WebAssembly.Module): Promise<Exports> {
  /** Grows the memory to at least `length` bytes, and returns 1 for success. Throws above the limit, because zbar does not
   *  check all allocations. */
  const grow = (length: number) => {
    const pages = Math.ceil((length >>> 0) / PAGE);
    if (pages > MAX_PAGES) throw new WebAssembly.RuntimeError("zbar needs too much memory");
    exports.g.grow(Math.max(0, pages - exports.g.buffer.byteLength / PAGE));
    return 1;
  };
  const zero = () => 0;
  // Functions a, b and f write, seek and close files, which zbar needs only to print warnings. Functions d and e read clocks,
  // but results must not depend on the time.
  const imports = { a: zero, b: zero, c: grow, d: zero, e: zero, f: zero };
  const instance = await WebAssembly.instantiate(module, { a: imports }).catch((error: unknown) => {
    throw error instanceof WebAssembly.LinkError || error instanceof TypeError ? unknownInterface() : error;
  });
  const exports = instance.exports as unknown as Exports;
  return exports;
}

/** Returns the bytes of the first QR code in the picture. Uses a new scanner: to locate codes, a scanner uses random
 *  numbers, whose sequence continues in its next scan. */
function scan(zbar: Exports, { width, height, data }: Gray, darkOnLight: boolean): Uint8Array | undefined {
  const length = width * height;
  const address = zbar.u(length);
  if (address === 0) throw new WebAssembly.RuntimeError("scanning failed: zbar ran out of memory");
  new Uint8Array(zbar.g.buffer, address, length).set(data);
  const image = zbar.p(width, height, GRAY, address, length, 0);
  const scanner = zbar.i();
  zbar.k(scanner, ALL, ENABLE, 0);
  zbar.k(scanner, QR_CODE, ENABLE, 1);
  zbar.k(scanner, QR_CODE, BINARY, 1);
  zbar.k(scanner, ALL, TEST_INVERTED, darkOnLight ? 0 : 1);
  const found = zbar.o(scanner, image) > 0 ? firstCode(zbar, image) : undefined;
  zbar.q(image);
  zbar.j(scanner);
  return found;
}

function firstCode(zbar: Exports, image: number): Uint8Array | undefined {
  const memory = new DataView(zbar.g.buffer);
  const list = zbar.r(image);
  const code = list && memory.getUint32(list + FIRST, true);
  if (!code) return undefined;
  const [start, length] = [memory.getUint32(code + BYTES, true), memory.getUint32(code + LENGTH, true)];
  return new Uint8Array(zbar.g.buffer, start, length).slice();
}

function unknownInterface(): QrError {
  return new QrError("NOT_SUPPORTED", { rule: UNKNOWN_INTERFACE, values: { name: PACKAGE, series: SERIES } });
}
