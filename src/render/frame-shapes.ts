import { FRAME_MARGIN, type FrameName, wholePixels } from "../options/frames.ts";
import type { FrameLayout } from "./frame.ts";
import { outlineOf, type Polygon } from "./polygon.ts";

/** The shapes of a frame. */
interface FrameShapes {
  /** What has the colour of the frame. Shapes may overlap each other, but not where there are holes. */
  readonly ink: readonly Polygon[];
  /** The opening by default. */
  readonly holes?: readonly Polygon[];
  /** What has the background of the code. Its slanted and round edges must be below the ink. By default, it is the opening. */
  readonly paper?: Polygon;
}

/** What a row needs to know about a layout. */
interface Canvas extends FrameLayout {
  /** Returns thousandths of the width in whole pixels. */
  readonly u: (thousandths: number) => number;
  /** Width of the transparent margin, and the right and the lower edge of the area inside it. */
  readonly m: number;
  readonly right: number;
  readonly end: number;
  /** The right and the lower edge of the opening. */
  readonly across: number;
  readonly down: number;
  /** Distance between the margin and the opening, which is the width of many frames. */
  readonly line: number;
}

/** Returns the outline of a frame. */
export function inkOutline(layout: FrameLayout): string {
  const canvas = canvasOf(layout);
  const { ink, holes = [openingOf(canvas)] } = rows[layout.frame](canvas);
  return [...ink, ...holes.map(reversed)].map((shape) => outlineOf(shape)).join("");
}

/** Returns the outline of the area with the background of the code, with the origin at (`left`, `top`). The ink covers its
 *  edges, so that no gap shows between them. */
export function paperOutline(layout: FrameLayout, left = 0, top = 0): string {
  const canvas = canvasOf(layout);
  const { paper = openingOf(canvas, canvas.u(8)) } = rows[layout.frame](canvas);
  return outlineOf(paper.map((value, at) => (at % 3 === 0 ? value - left : at % 3 === 1 ? value - top : value)));
}

function canvasOf(layout: FrameLayout): Canvas {
  const { width, height, opening } = layout;
  const u = (thousandths: number) => wholePixels(width, thousandths);
  const m = u(FRAME_MARGIN);
  const [across, down] = [opening.left + opening.side, opening.top + opening.side];
  return { ...layout, u, m, right: width - m, end: height - m, across, down, line: opening.left - m };
}

/** Returns the opening, larger by `more` on each side. */
function openingOf({ opening: { left, top, side }, inner }: FrameLayout, more = 0): Polygon {
  return box(left - more, top - more, side + left + more, side + top + more, inner && inner + more);
}

/** Returns a rectangle with corners of the radius `r`, or `r` above and `lower` below. */
function box(left: number, top: number, right: number, bottom: number, r = 0, lower = r): Polygon {
  return [left, top, r, right, top, r, right, bottom, lower, left, bottom, lower];
}

/** Returns a rectangle with a length of `width` in the middle of the picture. */
function bar(canvas: Canvas, width: number, top: number, height: number, r: number): Polygon {
  const left = Math.floor((canvas.width - width) / 2);
  return box(left, top, canvas.width - left, top + height, r);
}

const disc = (x: number, y: number, r: number): Polygon => box(x - r, y - r, x + r, y + r, r);

/** Returns a polygon counterclockwise, as a hole. */
function reversed(shape: Polygon): Polygon {
  return Array.from({ length: shape.length }, (_, at) => shape[shape.length - 3 - at + 2 * (at % 3)] as number);
}

/** Returns the mirror image of a polygon, clockwise too: on the x axis (0) at `sum` / 2, or on the y axis (1). */
function mirrored(shape: Polygon, sum: number, axis: 0 | 1 = 0): Polygon {
  return reversed(shape).map((value, at) => (at % 3 === axis ? sum - value : value));
}

const withMirrored = (shape: Polygon, sum: number, axis: 0 | 1 = 0) => [shape, mirrored(shape, sum, axis)];

/** Returns a frame of one width around the opening, down to `bottom`. */
function border({ m, right, opening, inner, line }: Canvas, bottom: number): Polygon {
  return box(m, opening.top - line, right, bottom, inner && inner + line);
}

/** Returns a banner with a pointer upwards. */
function pointed({ u, m, right, width, inner, line }: Canvas, top: number, bottom: number): Polygon {
  const [r, soft, half, middle] = [inner + line, u(9), u(34), width / 2];
  const pointer = [middle - half, top, soft, middle, top - u(28), soft, middle + half, top, soft];
  return [m, top, r, ...pointer, right, top, r, right, bottom, r, m, bottom, r];
}

/** Returns the dashes of a perforation, as holes. */
function dashes({ u, width }: Canvas, y: number, from: number): Polygon[] {
  const count = 17;
  const step = (width - 2 * from) / (count - 0.5);
  const half = Math.max(1, u(7)) / 2;
  return Array.from({ length: count }, (_, at) => {
    const left = from + at * step;
    return box(left, y - half, left + step / 2, y + half);
  });
}

/** Returns steam: a wavy line from (`x`, `bottom`) to `top`. */
function wisp(x: number, top: number, bottom: number, thick: number): Polygon {
  const [step, half] = [(bottom - top) / 3, thick / 2];
  const side = (from: number) =>
    [0, 1, 2, 3].flatMap((at) => {
      const soft = at % 3 ? step * 0.7 : half;
      return [x + from + (at % 2 ? thick : -thick) * 0.7, top + at * step, soft];
    });
  return [...side(half), ...reversed(side(-half))];
}

/** Returns a seal: a circle with a wavy edge. */
function seal(x: number, y: number, r: number, depth: number): Polygon {
  let [across, up] = [0, -1];
  return Array.from({ length: 2 * LOBES }, (_, at) => {
    const reach = at % 2 ? r - depth : r;
    const corner = [x + across * reach, y + up * reach, at % 2 ? r * 0.05 : r * 0.09];
    [across, up] = [across * COS - up * SIN, across * SIN + up * COS];
    return corner;
  }).flat();
}

const LOBES = 24;
/** The cosine and the sine of half a lobe, 7.5 degrees. */
const [COS, SIN] = [0.99144486137381038, 0.13052619222005157];

const rows: Readonly<Record<FrameName, (canvas: Canvas) => FrameShapes>> = {
  plain: (f) => ({ ink: [border(f, f.end)] }),

  rounded: (f) => ({ ink: [border(f, f.end)] }),

  ticket(f) {
    const { u, m, right, end, down, width, text } = f;
    const [cut, notch, tear] = [-u(28), u(28), down + u(44)];
    if (!text) return { ink: [box(m, m, right, end, cut)] };
    const bite = [right, tear - notch, 0, right - notch, tear - notch, notch];
    const bitten = [...bite, right - notch, tear + notch, notch, right, tear + notch, 0];
    const ink = [m, m, cut, right, m, cut, ...bitten, right, end, cut, m, end, cut, ...mirrored(bitten, width)];
    return { ink: [ink], holes: [openingOf(f), ...dashes(f, tear, m + notch + u(22))] };
  },

  "banner-top"(f) {
    const { u, m, opening, line, end } = f;
    const bottom = opening.top - line - u(34);
    return { ink: [border(f, end), mirrored(pointed(f, m, bottom), m + bottom, 1)] };
  },

  "banner-bottom": (f) => ({ ink: [border(f, f.down + f.line), pointed(f, f.down + f.u(58), f.end)] }),

  bubble(f) {
    const { u, m, right, end, inner, line } = f;
    const [r, bottom] = [inner + line, end - u(86)];
    // The round tip ends at the margin.
    const tail = [u(352), bottom, u(18), u(194), end + u(10), u(12), u(206), bottom, u(8)];
    return { ink: [[m, m, r, right, m, r, right, bottom, r, ...tail, m, bottom, r]] };
  },

  tag(f) {
    const { u, m, right, end, width, inner, line } = f;
    const [r, soft] = [inner + line, u(44)];
    const [wide, tall] = [u(190), u(124)];
    const top = [m, m + tall, soft, m + wide, m, soft, right - wide, m, soft, right, m + tall, soft];
    return {
      ink: [[...top, right, end, r, m, end, r]],
      holes: [openingOf(f), disc(width / 2, m + u(76), u(29))],
    };
  },

  phone(f) {
    const { u, m, right, end, text } = f;
    const [edge, r] = [u(26), u(112)];
    const screen = (inset: number) => box(m + inset, m + inset, right - inset, end - inset, r - inset);
    const button = text && bar(f, text.width + 2 * u(45), text.top, text.height, u(40));
    return {
      ink: [
        screen(0),
        bar(f, u(190), m + edge + u(32), u(32), u(32) / 2),
        bar(f, u(270), end - edge - u(34), u(12), u(12) / 2),
        ...(button ? [button] : []),
      ],
      holes: [screen(edge)],
      paper: screen(Math.floor(edge / 2)),
    };
  },

  polaroid(f) {
    const { u, m, right, end, opening, across, down } = f;
    const line = u(16);
    const card = (inset: number) => box(m + inset, m + inset, right - inset, end - inset, Math.max(0, u(30) - inset));
    const photo = box(opening.left - line, opening.top - line, across + line, down + line);
    return {
      ink: [card(0), photo],
      holes: [card(line), openingOf(f)],
      paper: card(Math.floor(line / 2)),
    };
  },

  ribbon(f) {
    const { u, m, width, end, opening, down, inner } = f;
    const line = u(24);
    const [left, strip, gap, drop] = [opening.left - line, opening.left - line - u(26), u(9), u(38)];
    const [top, bottom] = [down, end - drop];
    const tail = [
      ...[m, top + drop, 0, strip - gap, top + drop, 0, strip - gap, bottom + gap, 0, strip + u(60), bottom + gap, 0],
      ...[strip - gap, end, 0, m, end, 0, m + u(30), (top + drop + end) / 2, 0],
    ];
    return {
      ink: [
        box(left, m, width - left, top + u(8), inner + line, 0),
        box(strip, top, width - strip, bottom, u(6)),
        ...withMirrored(tail, width),
      ],
      holes: [box(opening.left, opening.top, width - opening.left, down, inner, 0)],
      paper: box(opening.left - u(8), opening.top - u(8), width - opening.left + u(8), down + u(8), inner + u(8), 0),
    };
  },

  circle(f) {
    const { u, width, down, end, opening, inner, line, text } = f;
    const ring = disc(width / 2, opening.top + inner, inner + line);
    return { ink: text ? [ring, box(u(110), down - u(104), width - u(110), end, u(34))] : [ring] };
  },

  bag(f) {
    const { u, m, right, end, width } = f;
    const [top, x, thick, r] = [m + u(142), u(47), u(30), u(118)];
    const left = u(310);
    const far = width - left;
    const handle = [
      ...[left, top + u(10), 0, left, m, r, far, m, r, far, top + u(10), 0],
      ...[far - thick, top + u(10), 0, far - thick, m + thick, r - thick],
      ...[left + thick, m + thick, r - thick, left + thick, top + u(10), 0],
    ];
    return { ink: [handle, [x, top, u(18), width - x, top, u(18), right, end, u(52), m, end, u(52)]] };
  },

  cup(f) {
    const { u, m, right, end, opening, across, line } = f;
    const [top, edge, thick, r] = [opening.top - line, across + line, u(38), u(84)];
    const [upper, lower] = [top + u(120), top + u(120) + u(330)];
    const handle = [
      ...[edge - u(10), upper, 0, right, upper, r, right, lower, r, edge - u(10), lower, 0],
      ...[edge - u(10), lower - thick, 0, right - thick, lower - thick, r - thick],
      ...[right - thick, upper + thick, r - thick, edge - u(10), upper + thick, 0],
    ];
    const middle = (m + edge) / 2;
    const steam = [-u(110), 0, u(110)].map((x) => wisp(middle + x, m, top - u(30), u(20)));
    return { ink: [...steam, box(m, top, edge, end, u(22), u(120)), handle] };
  },

  envelope(f) {
    const { u, m, right, end, width, opening, down } = f;
    const line = u(24);
    const left = opening.left - line;
    const [flap, tip] = [down - u(24), down + u(108)];
    const edge = Math.floor(line / 2);
    /** Where the flap crosses the inner edge of the sheet. */
    const cross = flap + ((tip - flap) * (left - m)) / (width / 2 - m) + u(14);
    const sheet = (inset: number): Polygon => [
      ...[left + inset, m + inset, u(40) - inset, width - left - inset, m + inset, u(40) - inset],
      ...[width - left - inset, cross, 0, width / 2, tip + u(14), 0, left + inset, cross, 0],
    ];
    return {
      ink: [
        [...sheet(0).slice(0, 6), ...[width - left, cross, 0, width - left - line, cross, 0], ...inside()],
        [m, flap, u(16), width / 2, tip, u(26), right, flap, u(16), right, end, u(52), m, end, u(52)],
      ],
      holes: [],
      paper: sheet(edge),
    };
    function inside(): Polygon {
      const r = u(40) - line;
      return [...[width - left - line, m + line, r, left + line, m + line, r, left + line, cross, 0, left, cross, 0]];
    }
  },

  badge(f) {
    const { u, width, down, end, opening, inner, line, text } = f;
    const [x, y] = [width / 2, opening.top + inner];
    // The round tips end at the margin.
    const wave = seal(x, y, inner + line + u(12), u(40));
    if (!text) return { ink: [wave] };
    const [left, top, cut] = [u(58), down - u(86), u(44)];
    const [far, middle] = [width - left, (top + end) / 2];
    const ribbon = [left, top, 0, far, top, 0, far - cut, middle, 0, far, end, 0, left, end, 0, left + cut, middle, 0];
    return { ink: [wave, ribbon] };
  },

  corners(f) {
    const { u, m, right, end, width, down, opening, inner, line, text } = f;
    const [arm, round, bottom] = [m + u(205), line / 2, down + line];
    const corner = [
      ...[m, m, inner + line, arm, m, round, arm, m + line, round],
      ...[m + line, m + line, inner, m + line, arm, round, m, arm, round],
    ];
    const half = Math.floor(line / 2);
    return {
      ink: [
        ...withMirrored(corner, width).flatMap((shape) => withMirrored(shape, m + bottom, 1)),
        ...(text ? [box(m, text.top, right, end, (end - text.top) / 2)] : []),
      ],
      holes: [],
      paper: box(m + half, m + half, right - half, opening.top + opening.side + line - half, inner + line - half),
    };
  },
};
