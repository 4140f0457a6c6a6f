import type { SvgOptions } from "../src/index.ts";
import { table } from "../src/options/table.ts";

const address = "https://example.com";

/** The pictures of the README: their paths and what is in them, drawn by the project itself. */
export function pictures(toSvg: (text: string, options: SvgOptions) => string): readonly (readonly [string, string])[] {
  const title = `QR code of ${address}`;
  return [
    ["docs/isoqr.svg", toSvg(address, { size: 160, title })],
    ...table.dotStyle.of.map((dotStyle) => {
      const options = { size: 132, margin: 2, dotStyle, title: `${title}, ${dotStyle}` };
      return [`docs/styles/${dotStyle}.svg`, toSvg(address, options)] as const;
    }),
  ];
}
