import { once } from "../once.ts";
import type { CardAssets, CardJob, Pixels } from "../ports.ts";
import { createCardMaker } from "./card.ts";
import type { HarfBuzz } from "./harfbuzz.ts";
import { CARD } from "./layout.ts";
import { writePng } from "./png.ts";

/** What a card is drawn with. */
export interface CardTools {
  readonly harfbuzz: () => Promise<HarfBuzz>;
  readonly assets: CardAssets;
  /** Draws an SVG document of outlines to pixels. */
  readonly rasterize: (svg: string, box: { readonly width: number; readonly height: number }) => Promise<Pixels>;
}

const NOTHING = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

/** A function that draws cards as PNG files. The tools are loaded for the first card, and kept.
 *  @throws {QrError} DATA_TOO_LONG. */
export function createCardDrawer({
  harfbuzz,
  assets,
  rasterize,
}: CardTools): (job: CardJob) => Promise<Uint8Array<ArrayBuffer>> {
  const load = once(async () => {
    // Compiles the rasterizer while the first text is set. If that fails, so does drawing the card below.
    rasterize(NOTHING, { width: 1, height: 1 }).catch(() => undefined);
    return createCardMaker(await harfbuzz(), assets);
  });
  return async (job) => writePng(await rasterize(await (await load()).draw(job), CARD));
}
