import type { ValuesOf } from "../options/kinds.ts";
import type { lookTable } from "../options/table.ts";
import { node, type SvgNode } from "../svg.ts";

/** The icons of captions, drawn for isoqr. Their box is 24 units wide and high. */
interface Icon {
  /** Strokes with round ends. */
  readonly line?: string;
  /** What is filled. Holes run counterclockwise. */
  readonly solid?: string;
}

/** Width of strokes in units, about that of a stem in the bold font of captions. */
const STROKE = 2.5;

/** Returns a disc as path data. */
const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

const table = {
  scan: {
    line: "M2.5 8V5A2.5 2.5 0 0 1 5 2.5H8M16 2.5H19A2.5 2.5 0 0 1 21.5 5V8M21.5 16V19A2.5 2.5 0 0 1 19 21.5H16M8 21.5H5A2.5 2.5 0 0 1 2.5 19V16M7 12H17",
  },
  wifi: {
    line: "M7.9 14.9A5.8 5.8 0 0 1 16.1 14.9M4.9 11.4A10.4 10.4 0 0 1 19.1 11.4M1.8 7.9A15 15 0 0 1 22.2 7.9",
    solid: disc(12, 19, 2),
  },
  link: {
    line: "M9.2 14.8L14.8 9.2M10.6 6.9L12.8 4.7A4.6 4.6 0 0 1 19.3 11.2L17.1 13.4M13.4 17.1L11.2 19.3A4.6 4.6 0 0 1 4.7 12.8L6.9 10.6",
  },
  phone: {
    solid:
      "M7.6 2.4L10.2 7.2A1.2 1.2 0 0 1 9.8 8.7L8 10A12.4 12.4 0 0 0 14 16L15.3 14.2A1.2 1.2 0 0 1 16.8 13.8L21.6 16.4A1.2 1.2 0 0 1 22.1 17.9C21.3 20.2 19.6 21.8 17.2 21.7A16 16 0 0 1 2.3 6.8C2.2 4.4 3.8 2.7 6.1 1.9A1.2 1.2 0 0 1 7.6 2.4Z",
  },
  mail: {
    line: "M4 4.5H20A2 2 0 0 1 22 6.5V17.5A2 2 0 0 1 20 19.5H4A2 2 0 0 1 2 17.5V6.5A2 2 0 0 1 4 4.5ZM2.6 7L10.8 13A2 2 0 0 0 13.2 13L21.4 7",
  },
  chat: {
    solid:
      "M5 3H19A3.5 3.5 0 0 1 22.5 6.5V14A3.5 3.5 0 0 1 19 17.5H12.6L7.3 21.7A.9 .9 0 0 1 5.8 21V17.5H5A3.5 3.5 0 0 1 1.5 14V6.5A3.5 3.5 0 0 1 5 3Z",
  },
  person: {
    solid: `${disc(12, 7.2, 5.2)}M12 14.2C17.4 14.2 21.4 16.9 21.4 20.6A1.6 1.6 0 0 1 19.8 22.2H4.2A1.6 1.6 0 0 1 2.6 20.6C2.6 16.9 6.6 14.2 12 14.2Z`,
  },
  location: {
    solid:
      "M12 1.2A8.4 8.4 0 0 1 20.4 9.6C20.4 15 15.4 19.5 12.9 22.4A1.2 1.2 0 0 1 11.1 22.4C8.6 19.5 3.6 15 3.6 9.6A8.4 8.4 0 0 1 12 1.2ZM12 6.3A3.3 3.3 0 1 0 12 12.9A3.3 3.3 0 1 0 12 6.3Z",
  },
  calendar: {
    line: "M4.5 4.8H19.5A2 2 0 0 1 21.5 6.8V19.5A2 2 0 0 1 19.5 21.5H4.5A2 2 0 0 1 2.5 19.5V6.8A2 2 0 0 1 4.5 4.8ZM2.8 10.3H21.2M7.5 2.2V6.5M16.5 2.2V6.5",
  },
  cart: {
    line: "M1.8 3H4.4A1 1 0 0 1 5.4 3.8L7.6 14.8A1.6 1.6 0 0 0 9.2 16.1H18A1.6 1.6 0 0 0 19.6 14.9L21.6 7H6.2",
    solid: `${disc(9.8, 20.6, 1.9)}${disc(17.6, 20.6, 1.9)}`,
  },
  menu: {
    line: "M6.6 2.2V21.8M2.8 2.2V6.8A3.8 3.8 0 0 0 10.4 6.8V2.2M17 21.8V2.2C20 3.6 21.4 6.9 21.4 10.6 21.4 13 20 14 17 14",
  },
  cup: {
    line: "M3 9H17.5V15A5.5 5.5 0 0 1 12 20.5H8.5A5.5 5.5 0 0 1 3 15ZM17.5 10.5H19A2.8 2.8 0 0 1 19 16H17.3M7.6 2.2V5.2M12.8 2.2V5.2",
  },
  ticket: {
    solid:
      "M3.4 4.6H20.6A1.8 1.8 0 0 1 22.4 6.4V9A3 3 0 0 0 22.4 15V17.6A1.8 1.8 0 0 1 20.6 19.4H3.4A1.8 1.8 0 0 1 1.6 17.6V15A3 3 0 0 0 1.6 9V6.4A1.8 1.8 0 0 1 3.4 4.6ZM13.6 7V9.3H15.6V7ZM13.6 10.9V13.1H15.6V10.9ZM13.6 14.7V17H15.6V14.7Z",
  },
  heart: {
    solid: "M12 21.9C8 18.9 1.4 14.3 1.4 8.4A5.7 5.7 0 0 1 12 5.4A5.7 5.7 0 0 1 22.6 8.4C22.6 14.3 16 18.9 12 21.9Z",
  },
  star: {
    solid: "M12 2.1L14.94 8.85L22.27 9.56L16.76 14.45L18.35 21.64L12 17.9L5.65 21.64L7.24 14.45L1.73 9.56L9.06 8.85Z",
  },
  gift: {
    line: "M4 12.4V20A1.5 1.5 0 0 0 5.5 21.5H18.5A1.5 1.5 0 0 0 20 20V12.4M2.2 7.6H21.8V12.2H2.2ZM12 7.8V21.3M12 7.4C10.4 2.6 6.6 1.1 5.6 3.9 4.9 6.1 7.8 7.4 12 7.4C16.2 7.4 19.1 6.1 18.4 3.9 17.4 1.1 13.6 2.6 12 7.4",
  },
  download: { line: "M12 2.2V14.8M6 9.6L12 15.4 18 9.6M3.2 20.8H20.8" },
  play: { solid: "M5.5 3.9V20.1A1.6 1.6 0 0 0 8 21.5L21.1 13.4A1.6 1.6 0 0 0 21.1 10.6L8 2.5A1.6 1.6 0 0 0 5.5 3.9Z" },
  info: { line: `${disc(12, 12, 10)}M12 11.4V17`, solid: disc(12, 7.2, 1.7) },
} as const satisfies Readonly<Record<Exclude<ValuesOf<typeof lookTable>["captionIcon"], "none">, Icon>>;

const icons: Readonly<Record<string, Icon | undefined>> = table;

/** Width and height of an icon, and its distance to the text, in ems of the caption. */
export const ICON_SIDE = 1;
export const ICON_GAP = 0.34;

/** Draws an icon in a square of `side` with the top left corner at (`left`, `top`). Returns an empty list for a name that is
 *  unknown. */
export function drawIcon(
  name: string,
  {
    left,
    top,
    side,
    color,
  }: { readonly left: number; readonly top: number; readonly side: number; readonly color: string },
): readonly SvgNode[] {
  const icon = icons[name];
  if (!icon) return [];
  const round = (value: number) => String(Math.round(value * 1e4) / 1e4);
  const [scale, paint] = [round(side / 24), `#${color}`];
  const stroke = {
    fill: "none",
    stroke: paint,
    "stroke-width": STROKE,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  };
  return [
    node("g", { transform: `matrix(${scale} 0 0 ${scale} ${round(left)} ${round(top)})` }, [
      ...(icon.line ? [node("path", { ...stroke, d: icon.line })] : []),
      ...(icon.solid ? [node("path", { fill: paint, d: icon.solid })] : []),
    ]),
  ];
}
