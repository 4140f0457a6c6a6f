import { createCardAssets } from "../../src/adapters/card-assets.ts";
import { createRasterizer } from "../../src/adapters/resvg.ts";
import { createCardDrawer } from "../../src/card/card.ts";
import { type HarfBuzz, loadHarfBuzz } from "../../src/card/fonts.ts";
import type { CreatePart, ReadFile } from "./part.ts";

export const create: CreatePart<"card"> = (read) => ({
  drawCard: createCardDrawer({
    harfbuzz: () => startHarfBuzz(read),
    assets: createCardAssets(read),
    rasterize: createRasterizer(read).draw,
  }),
});

/** HarfBuzz as scripts/build-sw.mjs builds it. `start` loads its wasm, because a worker's script has no top-level
 *  await. */
type StartableHarfBuzz = HarfBuzz & { readonly start: (options: { wasmBinary: Uint8Array }) => Promise<void> };

async function startHarfBuzz(read: ReadFile): Promise<HarfBuzz> {
  const [library, wasmBinary] = await Promise.all([loadHarfBuzz(), read("harfbuzzjs/dist/harfbuzz.wasm")]);
  await (library as StartableHarfBuzz).start({ wasmBinary });
  return library;
}
