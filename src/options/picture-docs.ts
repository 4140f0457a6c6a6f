import type { pictureTable } from "./picture-table.ts";

/** Descriptions of the options of picture codes, for the docs, the help of the command line and OpenAPI. */
export const pictureDocs: Readonly<Record<keyof typeof pictureTable, string>> = {
  strength:
    "How much of the picture to show: 0 for a plain code, to 1 for the picture. Default: the greatest strength with grade B or better.",
  look: "The picture in colour, or as black and white dots.",
  free: "What the picture changes: the padding after the text, or a suffix of a URL, which readers of the code see.",
  ec: "Error correction level. A lower level shows more of the picture, but tolerates less damage.",
  version: "Smallest version of the symbol. A larger version shows more details, but its modules are smaller.",
  size: "Width and height in pixels, with at least 4 pixels per module.",
  margin: "Width of the quiet zone, in modules.",
};
