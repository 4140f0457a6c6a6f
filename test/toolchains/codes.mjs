import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { create } from "qrcode";

// Checks the codes that the projects draw: a renderer of another author draws each SVG, and its modules must be those that
// another author's encoder returns.

/** The text of all codes. */
export const TEXT = "https://example.com/ticket?id=1234";

const { modules } = create(TEXT, { errorCorrectionLevel: "M" });
const SIDE = modules.size;
/** The quiet zone around the code, in modules. */
const MARGIN = 4;

const require = createRequire(import.meta.url);
await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));

/** Throws unless `svg` shows the expected code. */
export function checkCode(svg) {
  if (typeof svg !== "string" || !svg.startsWith("<svg"))
    throw new Error(`is not an SVG: ${String(svg).slice(0, 300)}`);
  const { pixels, width } = new Resvg(svg).render();
  const wrong = Array.from({ length: SIDE * SIDE }, (_, at) => at).filter((at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)].map((place) =>
      Math.floor(((place + MARGIN + 0.5) * width) / (SIDE + 2 * MARGIN)),
    );
    return pixels[(y * width + x) * 4] < 128 !== Boolean(modules.data[at]);
  });
  if (wrong.length > 0) throw new Error(`the code has ${wrong.length} wrong modules`);
}
