import { choice, integer, number, type ValuesOf } from "./kinds.ts";

const strength = /* @__PURE__ */ number({ min: 0, max: 1 });
const look = /* @__PURE__ */ choice({ of: ["photo", "halftone"], default: "photo" });
const free = /* @__PURE__ */ choice({ of: ["padding", "fragment", "query"], default: "padding" });
const ec = /* @__PURE__ */ choice({ of: ["L", "M", "Q", "H"], case: "upper", default: "Q" });
const version = /* @__PURE__ */ integer({ min: 1, max: 40, default: 10 });
const size = /* @__PURE__ */ integer({ min: 32, max: 2048, default: 600 });
const margin = /* @__PURE__ */ integer({ min: 0, max: 40, default: 4 });

/** The options of picture codes. Some have the same name as an option of a plain code, but another default: a larger symbol
 *  with more error correction shows more of a picture. */
export const pictureTable = { strength, look, free, ec, version, size, margin };

/** The checked options of a picture code. */
export type PictureSettings = ValuesOf<typeof pictureTable>;

export type Look = PictureSettings["look"];
export type FreePart = PictureSettings["free"];

/** The options of a picture code. */
export interface PictureInput extends Partial<PictureSettings> {
  /** 0 for a plain code, to 1 for the picture. Default: the greatest strength with grade B or better. */
  readonly strength?: number | undefined;
  /** "photo": the picture in colour. "halftone": black and white dots. Default "photo". */
  readonly look?: Look;
  /** What the picture changes, besides the mask: the padding after the text, which decoders skip, or a suffix of a URL, which
   *  decoders return. Default "padding". */
  readonly free?: FreePart;
  /** Error correction level; default "Q". A lower level shows more of the picture, but tolerates less damage. */
  readonly ec?: PictureSettings["ec"];
  /** Smallest version to use, 1 to 40; default 10. A larger version shows more details, but its modules are smaller. */
  readonly version?: number;
  /** Width and height in pixels, 32 to 2048; default 600. */
  readonly size?: number;
  /** Quiet zone in modules, 0 to 40; default 4. */
  readonly margin?: number;
}
