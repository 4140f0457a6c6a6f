import type { SvgOptions } from "../src/index.ts";
import { pngTable } from "../src/options/table.ts";

const address = "https://example.com";

/** Returns the images of the styles in docs/options.md: the path and the SVG document of each. */
export function pictures(toSvg: (text: string, options: SvgOptions) => string): readonly (readonly [string, string])[] {
  return pngTable.dotStyle.of.map((dotStyle) => {
    const options = { size: 132, margin: 2, dotStyle, title: `QR code of ${address}, ${dotStyle}` };
    return [`docs/styles/${dotStyle}.svg`, toSvg(address, options)] as const;
  });
}
