import { createCardAssets } from "../../src/adapters/card-assets.ts";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { createRasterizer } from "../../src/adapters/resvg.ts";
import { createCardDrawer } from "../../src/card/card.ts";
import { loadHarfBuzz } from "../../src/card/fonts.ts";

export const assets = createCardAssets(readPackageFile);

/** Draws cards in this thread, with the same code and fonts as a worker. */
export const drawCard = createCardDrawer({
  harfbuzz: loadHarfBuzz,
  assets,
  rasterize: createRasterizer(readPackageFile).draw,
});
