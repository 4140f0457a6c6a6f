import { createCardAssets, loadWoff2, type Unpack } from "../../src/adapters/card-assets.ts";
import { createRasterizer } from "../../src/adapters/resvg.ts";
import { once } from "../../src/async/once.ts";
import { createCardWork } from "../../src/card/card.ts";
import { type HarfBuzz, loadHarfBuzz } from "../../src/card/fonts.ts";
import type { CreatePart, ReadFile } from "./part.ts";

export const create: CreatePart<"card"> = (read) =>
  createCardWork({
    harfbuzz: () => startHarfBuzz(read),
    assets: createCardAssets(
      read,
      once(() => startWoff2(read)),
    ),
    rasterize: createRasterizer(read).draw,
  });

/** The form of a library that scripts/build-sw.mjs builds. `start` loads its wasm, because a worker's script has no
 *  top-level await. */
interface Startable {
  readonly start: (options: { wasmBinary: Uint8Array }) => unknown;
}

async function startHarfBuzz(read: ReadFile): Promise<HarfBuzz> {
  const [library, wasmBinary] = await Promise.all([loadHarfBuzz(), read("harfbuzzjs/dist/harfbuzz.wasm")]);
  await (library as HarfBuzz & Startable).start({ wasmBinary });
  return library;
}

async function startWoff2(read: ReadFile): Promise<Unpack> {
  const [unpack, wasmBinary] = await Promise.all([loadWoff2(), read("woff2-encoder/decompress.wasm")]);
  await (unpack as Unpack & Startable).start({ wasmBinary });
  return unpack;
}
