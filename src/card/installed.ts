import { createCardAssets, loadWoff2 } from "../adapters/card-assets.ts";
import { checkPackage, nameAllMissing, readPackageFile } from "../adapters/package-file.ts";
import { createRasterizer } from "../adapters/resvg.ts";
import type { Caption, CaptionJob } from "../ports.ts";
import { type CardWork, createCardWork } from "./card.ts";
import { loadHarfBuzz } from "./fonts.ts";

/** The packages that cards need. Only cards without text in the scripts of Noto Sans do not need that font. */
const NEEDED = ["harfbuzzjs", "woff2-encoder", "@resvg/resvg-wasm", "@fontsource-variable/noto-sans"];

let work: CardWork | undefined;

/** Returns the functions that draw cards, captions and the text of logos in the calling thread, with the fonts and libraries
 *  of installed packages. They also reject with QrError NOT_SUPPORTED if a package is missing or its version is not supported. */
export function installedCards(): CardWork {
  work ??= create();
  return work;
}

function create(): CardWork {
  const { drawCard, drawCaption, outlineLogo } = createCardWork({
    harfbuzz: checked("harfbuzzjs", loadHarfBuzz),
    assets: createCardAssets(readPackageFile, checked("woff2-encoder", loadWoff2)),
    rasterize: createRasterizer(readPackageFile).draw,
  });
  return {
    drawCard: (job) => withAllMissing(drawCard(job)),
    drawCaption: (job) => withAllMissing(drawCaption(job)),
    outlineLogo: (bytes) => withAllMissing(outlineLogo(bytes)),
  };
}

/** Settles like `drawing`. If a package is missing, the error names all missing packages. */
function withAllMissing<Value>(drawing: Promise<Value>): Promise<Value> {
  return drawing.catch((error: unknown) => {
    throw nameAllMissing(error, NEEDED);
  });
}

/** Draws a caption. Callers load this module with the first caption. */
export const drawCaption = (job: CaptionJob): Promise<Caption> => installedCards().drawCaption(job);

/** Draws the text in an SVG logo as outlines. */
export const outlineLogo = (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => installedCards().outlineLogo(bytes);

/** Returns a function that imports the package `name` with `load`, or rejects if its version is not supported. */
function checked<Library>(name: string, load: () => Promise<Library>): () => Promise<Library> {
  return async () => {
    checkPackage(name);
    return load();
  };
}
