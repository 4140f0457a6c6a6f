import { encodeSymbol } from "../core/core.ts";
import { pngGrid } from "../core/symbol.ts";
import { QrError } from "../errors.ts";
import { formats } from "../options/formats.ts";
import { parseOptions, type RawOptions } from "../options/parse.ts";
import { table } from "../options/table.ts";

/** `words` with a margin in place of their `marginPixels`, which come on top of the quiet zone that they have already. Our
 *  margins are whole modules, so it is the narrowest that is no narrower. An SVG has no pixels, and so no such margin.
 *  @throws {QrError} what is wrong with the options, DATA_TOO_LONG, or INVALID_OPTION when there is no room. */
export function withPixelMargin({ marginPixels, ...words }: RawOptions): RawOptions {
  const { options, issues } = parseOptions(words);
  if (issues[0]) throw issues[0];
  if (formats[options.format].vector) return words;
  const { side } = encodeSymbol(options.data, options);
  for (let margin = options.margin; margin <= table.margin.max; margin++) {
    const { scale, offset } = pngGrid(side, { size: options.size, margin });
    if (offset >= options.margin * scale + Number(marginPixels)) return { ...words, margin };
  }
  throw new QrError("INVALID_OPTION", 400, "is too wide for this size: make one smaller or the other larger", "margin");
}
