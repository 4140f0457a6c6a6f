import type { ModuleArea } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import type { Grid } from "../core/symbol.ts";
import { formats } from "../options/formats.ts";
import { insideFrame } from "../options/frames.ts";
import type { LogoSettings, QrOptions } from "../options/table.ts";
import {
  type Corners,
  EPSILON,
  type LogoLayout,
  layOutAtVersion,
  layOutLogo,
  pixelSurface,
  type Surface,
  vectorSurface,
} from "./budget.ts";

/** The shape and the position of a logo. The defaults are square and centred. */
export interface ShapeSettings {
  readonly logoShape?: "square" | "rounded" | "circle";
  readonly logoPosition?: "center" | "bottom-right";
  /** Space around the logo, in pixels. */
  readonly logoMargin: number;
}

/** Lays out a logo like `layOutShapedLogo`, on the surface of `options.format`.
 *  @throws {QrError} DATA_TOO_LONG. */
export function logoLayoutOf(options: QrOptions, aspect: number): LogoLayout {
  return layOutShapedLogo(surfaceOf(options), options, aspect);
}

/** Lays out a logo like `layOutLogo`, with the shape and the position in `options`. */
export function layOutShapedLogo(
  surface: Surface,
  options: LogoSettings<QrData> & ShapeSettings,
  aspect: number,
): LogoLayout {
  return layOutLogo(placed(surface, options), options, aspect);
}

/** Returns the layout for `version`, or for the next larger version that holds the data. The layout may be unsafe. */
export function layOut(options: QrOptions, aspect: number, version: number): LogoLayout {
  return layOutAtVersion(placed(surfaceOf(options), options), options, aspect, version);
}

/** Returns the position of the modules in a picture with `options`, or inside its frame. `side` is the number of modules
 *  per side. */
export function gridOf(side: number, options: QrOptions): Grid {
  return surfaceOf(options).gridOf(side, insideFrame(options));
}

function surfaceOf({ format }: QrOptions): Surface {
  return formats[format].vector ? vectorSurface : pixelSurface;
}

function placed(surface: Surface, { logoShape, logoPosition, logoMargin }: ShapeSettings): Surface {
  const round = surface === pixelSurface ? Math.round : (pixels: number) => pixels;
  return {
    ...surface,
    place(grid, extent) {
      if (logoPosition !== "bottom-right") return surface.place(grid, extent);
      const { side, scale, offset } = grid;
      const beyond = side > SIDE_OF_VERSION_1 ? BEYOND_PATTERN * scale + logoMargin : 0;
      const to = round(offset + side * scale - beyond);
      return [to - Math.max(1, round(extent)), to];
    },
    shape(art, grid) {
      const corners = cornersOf(art, logoShape);
      return corners && { corners, cleared: modulesUnderShape(art, corners, logoMargin, grid) };
    },
  };
}

/** The side of version 1 in modules. It is the only version without alignment patterns. */
const SIDE_OF_VERSION_1 = 21;
/** Number of modules between the start of the bottom right alignment pattern and the end of the symbol. A logo at the bottom
 *  right ends before this pattern, because zbar needs it to read many codes. */
const BEYOND_PATTERN = 9;

/** Radius of rounded corners as a share of the logo's shorter side. */
const ROUNDED = 0.2;

/** Returns the corners of a logo in `art`; undefined if they are square. A circle is an ellipse if the logo is not
 *  square. */
function cornersOf(art: ModuleArea, shape: ShapeSettings["logoShape"]): Corners | undefined {
  if (shape !== "rounded" && shape !== "circle") return undefined;
  const [width, height] = [art.right - art.left, art.bottom - art.top];
  if (shape === "circle") return { across: width / 2, down: height / 2 };
  const radius = ROUNDED * Math.min(width, height);
  return { across: radius, down: radius };
}

/** Returns the modules that the plate of a logo touches, as areas that do not overlap. The plate is `margin` pixels larger
 *  than `art` on each side, and its corners have the same centres as those of `art`. */
export function modulesUnderShape(
  art: ModuleArea,
  { across, down }: Corners,
  margin: number,
  { side, scale, offset }: Grid,
): ModuleArea[] {
  const [middleX, middleY] = [(art.left + art.right) / 2, (art.top + art.bottom) / 2];
  const [wide, tall] = [(art.right - art.left) / 2 + margin, (art.bottom - art.top) / 2 + margin];
  const [radiusX, radiusY] = [across + margin, down + margin];
  const clamp = (module: number) => Math.min(side, Math.max(0, module));
  const areas: ModuleArea[] = [];
  for (let row = 0; row < side; row++) {
    const top = offset + row * scale;
    // A convex shape is widest at the point of the row that is closest to the middle of the shape.
    const distance = Math.max(0, top - middleY, middleY - top - scale);
    if (distance >= tall - EPSILON * scale) continue;
    const beyond = Math.max(0, distance - (tall - radiusY)) / radiusY;
    const half = wide - radiusX + radiusX * Math.sqrt(1 - beyond * beyond);
    const left = clamp(Math.floor((middleX - half - offset) / scale + EPSILON));
    const right = clamp(Math.ceil((middleX + half - offset) / scale - EPSILON));
    if (left >= right) continue;
    const last = areas.at(-1);
    if (last && last.left === left && last.right === right) areas[areas.length - 1] = { ...last, bottom: row + 1 };
    else areas.push({ left, top: row, right, bottom: row + 1 });
  }
  return areas;
}
