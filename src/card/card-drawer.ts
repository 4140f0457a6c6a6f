import type { CardAssets, CardJob, Pixels } from "../ports.ts";
import { type CardMaker, createCardMaker } from "./card.ts";
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

/** A function that draws cards as PNG files. The tools are loaded for the first card, and kept.
 *  @throws {QrError} DATA_TOO_LONG. */
export function createCardDrawer({ harfbuzz, assets, rasterize }: CardTools): (job: CardJob) => Promise<Uint8Array> {
  let maker: Promise<CardMaker> | undefined;
  return async (job) => {
    maker ??= harfbuzz().then(
      (library) => createCardMaker(library, assets),
      (error: unknown) => {
        maker = undefined;
        throw error;
      },
    );
    return writePng(await rasterize(await (await maker).draw(job), CARD));
  };
}
