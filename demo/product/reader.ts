export { loadZxingReader } from "../../src/adapters/zxing-reader.ts";
