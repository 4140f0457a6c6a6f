export { inflate } from "../../src/adapters/inflate.ts";
export { readPackageFile } from "../../src/adapters/package-file.ts";
export { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
export { readPng } from "../../src/scan/read-png.ts";
export { createScan } from "../../src/scan/scan.ts";
export { createService } from "../../src/service/service.ts";
