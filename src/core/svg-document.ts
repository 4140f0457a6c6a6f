import type { Frame } from "./symbol.ts";

/** Matches the characters that XML forbids, even as references. XML 1.0, 2.2. */
export const FORBIDDEN: RegExp = /[^\P{Cc}\t\n\r\x7F-\x9F]|[\p{Cs}\uFFFE\uFFFF]/gu;

/** Escapes `text` for content and quoted attributes. Replaces characters that XML forbids with U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(FORBIDDEN, "\uFFFD");
}

/** Returns the shortest CSS notation for a colour of six hex digits. */
export function hexColor(hex: string): string {
  const [r, r2, g, g2, b, b2] = hex;
  return `#${r === r2 && g === g2 && b === b2 ? `${r}${g}${b}` : hex}`;
}

/** All dark modules as SVG path data. */
export interface Outline {
  readonly path: string;
  /** Units per side of the picture, including the quiet zone. */
  readonly units: number;
}

/** Returns an SVG document. The scale has six significant digits, so even in a picture of 2048 pixels, positions are
 *  exact to a hundredth of a pixel. */
export function svgDocument({ path, units }: Outline, frame: Frame, title: string, image = ""): string {
  const { size, color, bg } = frame;
  const scale = Number((size / units).toPrecision(6));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" role="img">` +
    `<title>${escapeXml(title)}</title>` +
    (bg === "transparent" ? "" : `<path fill="${hexColor(bg)}" d="M0 0h${size}v${size}H0"/>`) +
    `<path${color === "000000" ? "" : ` fill="${hexColor(color)}"`} fill-rule="evenodd" transform="scale(${scale})" d="${path}"/>${image}</svg>`
  );
}
