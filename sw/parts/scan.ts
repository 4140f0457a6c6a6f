import { inflateStream } from "../../src/adapters/inflate-stream.ts";
import { createRasterizer } from "../../src/adapters/resvg.ts";
import { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
import { createScan } from "../../src/scan/scan.ts";
import type { CreatePart } from "./part.ts";

export const create: CreatePart<"scan"> = (read) => ({
  scan: createScan({
    loadScanner: () => loadZxingScanner(read),
    inflate: inflateStream,
    rasterize: createRasterizer(read).draw,
  }),
});
