import "../../../src/core/fast.ts";

export { createCardAssets } from "../../../src/adapters/card-assets.ts";
export { readPackageFile } from "../../../src/adapters/package-file.ts";
export { createRasterizer } from "../../../src/adapters/resvg.ts";
export { createCardMaker } from "../../../src/card/card.ts";
export { loadHarfBuzz } from "../../../src/card/fonts.ts";
export { CARD } from "../../../src/card/layout.ts";
export { writePng } from "../../../src/card/png.ts";
export { titles } from "../../card/titles.ts";
