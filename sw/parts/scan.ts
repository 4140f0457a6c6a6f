import { inflateStream } from "../../src/adapters/inflate-stream.ts";
import { createRasterizer } from "../../src/adapters/resvg.ts";
import { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
import { createScan } from "../../src/scan/scan.ts";
import type { ReadFile } from "./part.ts";

/** The part that reads pictures back. */
export const create = (read: ReadFile) => ({
  scan: createScan({
    loadScanner: () => loadZxingScanner(read),
    // What a PNG is read into is never shared between threads.
    inflate: (parts, length) => inflateStream(parts as readonly Uint8Array<ArrayBuffer>[], length),
    rasterize: createRasterizer(read).draw,
  }),
});
