import { createCardAssets } from "../../src/adapters/card-assets.ts";
import { createRasterizer } from "../../src/adapters/resvg.ts";
import { createCardDrawer } from "../../src/card/card.ts";
import { type HarfBuzz, loadHarfBuzz } from "../../src/card/fonts.ts";
import type { CreatePart, ReadFile } from "./part.ts";

/** The part that draws cards. */
export const create: CreatePart<"card"> = (read) => ({
  drawCard: createCardDrawer({
    harfbuzz: () => startedHarfBuzz(read),
    assets: createCardAssets(read),
    rasterize: createRasterizer(read).draw,
  }),
});

/** As built for browsers (scripts/build-sw.mjs), HarfBuzz waits for its wasm: scripts of workers cannot wait themselves. */
type Waiting = HarfBuzz & { readonly start: (options: { wasmBinary: Uint8Array }) => Promise<void> };

async function startedHarfBuzz(read: ReadFile): Promise<HarfBuzz> {
  const [library, wasmBinary] = await Promise.all([loadHarfBuzz(), read("harfbuzzjs/dist/harfbuzz.wasm")]);
  await (library as Waiting).start({ wasmBinary });
  return library;
}
