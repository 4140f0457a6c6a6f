export { inflate } from "../../../src/adapters/inflate.ts";
export { readPackageFile } from "../../../src/adapters/package-file.ts";
export { loadZbarScanner } from "../../../src/adapters/zbar-scanner.ts";
export { loadZxing } from "../../../src/adapters/zxing-module.ts";
export { loadZxingScanner } from "../../../src/adapters/zxing-scanner.ts";
export { countCodewords, encodeSymbol } from "../../../src/core/core.ts";
export { readPngPixels } from "../../../src/core/png-reader.ts";
export { createScan } from "../../../src/scan/scan.ts";
