import { createCardAssets } from "../../src/adapters/card-assets.ts";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { createRasterizer } from "../../src/adapters/resvg.ts";
import { createCardWork } from "../../src/card/card.ts";
import { loadHarfBuzz } from "../../src/card/fonts.ts";

export const assets = createCardAssets(readPackageFile);

/** Draw cards, captions and the text of logos in this thread, with the same code and fonts as a worker. */
export const { drawCard, drawCaption, outlineLogo } = createCardWork({
  harfbuzz: loadHarfBuzz,
  assets,
  rasterize: createRasterizer(readPackageFile).draw,
});
