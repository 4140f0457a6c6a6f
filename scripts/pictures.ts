import type { SvgOptions } from "../src/index.ts";
import { pngTable } from "../src/options/table.ts";

const address = "https://example.com";

/** The images show 12 x 12 of the 29 x 29 modules, starting in the corner of a finder pattern. */
const [WHOLE, START, PART] = ["0 0 132 132", 27.31, 54.62];

/** Returns the images of the styles in docs/options.md: the path and the SVG document of each. */
export function pictures(toSvg: (text: string, options: SvgOptions) => string): readonly (readonly [string, string])[] {
  return pngTable.dotStyle.of.map((dotStyle) => {
    const options = { size: 132, margin: 2, dotStyle, title: `QR code of ${address}, ${dotStyle}` };
    const svg = toSvg(address, options).replace(`viewBox="${WHOLE}"`, `viewBox="${START} ${START} ${PART} ${PART}"`);
    return [`docs/styles/${dotStyle}.svg`, svg] as const;
  });
}
