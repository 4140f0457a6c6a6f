import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** Compares the two matchers of assembly/png on the same images of QR codes. `encodePng` uses rows.ts for QR codes, and
 *  `encodePixels` uses window.ts for any image. */

const load = async (name) =>
  (await runnerImport(fileURLToPath(new URL(`../../../src/core/${name}.ts`, import.meta.url)))).module;
const core = { ...(await load("core")), ...(await load("pixels")) };

const texts = [
  ["25 characters", "https://example.com/a?b=1"],
  ["300 bytes", "BEGIN:VCARD ".repeat(25)],
  ["2,900 bytes", "Lorem ipsum dolor sit amet, ".repeat(104).slice(0, 2900)],
];
const ROUNDS = 15;

/** Returns the microseconds of the fastest round, because other programs can only slow rounds down. */
function timeOf(work) {
  const calls = 50;
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    for (let call = 0; call < calls; call++) work();
    best = Math.min(best, performance.now() - start);
  }
  return (best / calls) * 1000;
}

const table = [];
for (const [name, text] of texts) {
  for (const size of [256, 512, 1024]) {
    const settings = { ec: "L" };
    const { side, modules } = core.encodeSymbol(text, settings);
    const scale = Math.floor(size / (side + 8));
    if (scale === 0) continue;
    const offset = 4 * scale + ((size - scale * (side + 8)) >> 1);
    // The rows are drawn in advance, so that only compression is timed.
    const rows = Array.from({ length: size }, (_, y) =>
      Uint8Array.from({ length: size }, (_, x) => {
        const [column, row] = [Math.floor((x - offset) / scale), Math.floor((y - offset) / scale)];
        const isInside = column >= 0 && row >= 0 && column < side && row < side;
        return isInside ? modules[row * side + column] : 0;
      }),
    );
    const palette = Uint8Array.of(255, 255, 255, 0, 0, 0);
    const picture = { width: size, height: size, palette, row: (into, y) => into.set(rows[y]) };
    const frame = { size, margin: 4, color: "000000", bg: "ffffff" };
    const encoding = timeOf(() => core.encodeSymbol(text, settings));
    table.push({
      text: name,
      size,
      "bytes, rows": core.encodePng(text, settings, frame).length,
      "bytes, window": core.encodePixels(picture).length,
      "µs, rows": Math.round(timeOf(() => core.encodePng(text, settings, frame)) - encoding),
      "µs, window": Math.round(timeOf(() => core.encodePixels(picture))),
    });
  }
}
console.table(table);
