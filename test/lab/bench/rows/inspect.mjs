import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { createService, library } from "../ours.mjs";
import { race } from "../race.mjs";
import { createPool } from "../texts.mjs";

/** Compares the time for a report without a scan proof with the time to draw the image, and the time for a scan proof
 *  with the time to decode the image once. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const SIZE = 256;

async function buildParts() {
  const outDir = `${root}build/bench-inspect`;
  const entry = { parts: `${root}test/lab/bench/scan-parts.ts` };
  await build({ root, logLevel: "warn", build: { outDir, lib: { entry, formats: ["es"] } } });
  return import(pathToFileURL(`${outDir}/parts.js`).href);
}

export async function measureInspect(pace) {
  const parts = await buildParts();
  const pool = createPool("url25");
  return [await report(pool, pace), await proof(parts, pool, pace)];
}

async function report(pool, pace) {
  const service = createService();
  const contestants = [
    { name: "report", isAsync: true, run: (data, ec) => service.inspect({ data, ec }) },
    {
      name: "encode and PNG 256",
      run(text, ec) {
        library.encode(text, { ec });
        return library.toPng(text, { ec, size: SIZE });
      },
    },
  ];
  const [text] = pool.texts;
  const { qr, valid } = await service.inspect({ data: text, ec: pool.ec });
  if (!valid || qr.version !== library.encode(text, { ec: pool.ec }).version)
    throw new Error("the report is not valid, or has another version");
  return {
    id: "inspect report",
    label: "report without a scan check: 25 characters, M",
    unit: "us",
    results: await race(contestants, pool, pace),
  };
}

async function proof(parts, { texts, ec }, pace) {
  const { createScan, inflate, loadZxing, loadZxingScanner, loadZbarScanner, readPackageFile, readPngPixels } = parts;
  const { countCodewords, encodeSymbol } = parts;
  const [zxing, zbar] = await Promise.all([loadZxingScanner(readPackageFile), loadZbarScanner(readPackageFile)]);
  const scanners = { zxing, zbar };
  const scan = createScan({ loadScanner: async (name) => scanners[name], inflate, rasterize: async () => undefined });
  /** Scans with both decoders, one at a time. */
  const scanTwice = async (job) => [await scan({ ...job, decoder: "zxing" }), await scan({ ...job, decoder: "zbar" })];
  const jobs = new Map();
  for (const data of texts.slice(0, 16)) {
    const body = library.toPng(data, { ec, size: SIZE });
    const { side, version, modules } = encodeSymbol(data, { ec });
    const scale = Math.floor(SIZE / (side + 8));
    const symbol = { version, modules, ...countCodewords(version, ec), offset: (SIZE - side * scale) >> 1 };
    const job = { body, data, size: SIZE, side, scale, symbol };
    const reports = await scanTwice(job);
    if (!reports.every(({ passed }) => passed)) throw new Error(`${data} is not read`);
    jobs.set(data, { job, pixels: await readPngPixels(body, inflate) });
  }
  // The calls that an application using zxing-wasm would make, with the same options as the scan.
  const { read } = await loadZxing(readPackageFile);
  const options = { formats: ["QRCode"], maxNumberOfSymbols: 1, tryRotate: false, tryDownscale: false };
  const contestants = [
    { name: "proof", isAsync: true, run: (text) => scanTwice(jobs.get(text).job) },
    { name: "one clean read", isAsync: true, run: (text) => read(jobs.get(text).pixels, options) },
  ];
  const pool = { texts: [...jobs.keys()], ec, cycle: 1 };
  return {
    id: "inspect proof",
    label: "scan check of a PNG 256 px: 25 characters, M",
    unit: "us",
    results: await race(contestants, pool, pace),
  };
}
