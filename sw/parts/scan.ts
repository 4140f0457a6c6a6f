import { inflateStream } from "../../src/adapters/inflate-stream.ts";
import { createRasterizer } from "../../src/adapters/resvg.ts";
import { loadZbarScanner } from "../../src/adapters/zbar-scanner.ts";
import { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
import { createScan } from "../../src/scan/scan.ts";
import type { CreatePart } from "./part.ts";

const scanners = { zxing: loadZxingScanner, zbar: loadZbarScanner } as const;

export const create: CreatePart<"scan"> = (read) => ({
  scan: createScan({
    loadScanner: (decoder) => scanners[decoder](read),
    inflate: inflateStream,
    rasterize: createRasterizer(read).draw,
  }),
});
