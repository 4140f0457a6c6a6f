import { encodeSymbol } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import { escapeXml, hexColor } from "../core/svg-document.ts";
import type { QrSymbol } from "../core/symbol.ts";
import type { LogoLayout } from "../logo/budget.ts";
import type { SvgSettings } from "../options/table.ts";
import { finderCorners } from "./cells.ts";
import { type GradientBox, gradientElement } from "./gradient.ts";
import { forEachLineOf, type Look, lookCells, MODULES, type Paint, PUPIL, RING } from "./look.ts";
import { createPen, drawBox, traceModules } from "./outline.ts";
import { bar } from "./shapes.ts";
import { MODULE_UNITS } from "./styles.ts";
import { imageElement } from "./svg.ts";

/** Draws an SVG document with `look`. With a logo, `layout` has its place, and `href` is a data URI.
 *  @throws {QrError} DATA_TOO_LONG. */
export function drawLookSvg(
  options: Omit<SvgSettings<QrData>, "dotStyle">,
  look: Look,
  logo?: { readonly layout: LogoLayout; readonly href: string },
): string {
  const { size, title } = options;
  return lookDocument(size, size, title, drawLookBody(options, look, `M0 0h${size}v${size}H0`, logo));
}

/** Returns an SVG document of this size in pixels. */
export function lookDocument(width: number, height: number, title: string, body: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">` +
    `<title>${escapeXml(title)}</title>${body}</svg>`
  );
}

/** Draws the elements of an SVG with `look`. `panel` is the outline of the background. @throws {QrError}
 *  DATA_TOO_LONG. */
export function drawLookBody(
  options: Omit<SvgSettings<QrData>, "dotStyle">,
  look: Look,
  panel: string,
  logo?: { readonly layout: LogoLayout; readonly href: string },
): string {
  const { size, margin } = options;
  const symbol = logo?.layout.symbol ?? encodeSymbol(options.data, options);
  const units = (symbol.side + 2 * margin) * MODULE_UNITS;
  const scale = Number((size / units).toPrecision(6));
  const definitions = new Map<string, string>();
  const fill = (paint: Paint, box: GradientBox) => {
    if (typeof paint === "string") return paint === "000000" ? "" : ` fill="${hexColor(paint)}"`;
    const { id, element } = gradientElement(paint, box);
    definitions.set(id, element);
    return ` fill="url(#${id})"`;
  };
  const ground =
    look.ground === "transparent" ? "" : `<path${fill(look.ground, { offset: 0, side: size })} d="${panel}"/>`;
  const box = { offset: margin * MODULE_UNITS, side: symbol.side * MODULE_UNITS };
  // Parts with the same paint are one path.
  const paths = new Map<string, string>();
  pathsOf(symbol, look, margin).forEach((path, part) => {
    const paint = fill(look.paints[part] as Paint, box);
    paths.set(paint, (paths.get(paint) ?? "") + path);
  });
  const shapes = [...paths].map(([paint, path]) => path && `<path${paint} d="${path}"/>`).join("");
  return (
    (definitions.size > 0 ? `<defs>${[...definitions.values()].join("")}</defs>` : "") +
    `${ground}<g fill-rule="evenodd" transform="scale(${scale})">${shapes}</g>` +
    `${logo ? imageElement(logo.layout, logo.href) : ""}`
  );
}

/** Returns the paths of MODULES, RING and PUPIL. Shapes, which are paths of relative commands, come after the loops of the
 *  pens. */
function pathsOf(symbol: QrSymbol, look: Look, margin: number): readonly string[] {
  const [modules, rings, centres] = [createPen(), createPen(), createPen()];
  const shapes = ["", "", ""];
  const add = (part: number, x: number, y: number, path: string) => {
    shapes[part] += `M${x} ${y}${path}`;
  };
  const { style, line, mark, pupil } = look;
  const eye = look.eye?.(symbol.version);
  const cells = lookCells(symbol, look);
  traceModules(modules, cells, symbol.side, style, margin, (x, y) => {
    if (mark) add(MODULES, x, y, mark);
    else modules.dot(x, y);
  });
  if (line) {
    forEachLineOf(cells, symbol.side, line.upright, (at, length) => {
      const [x, y] = [at % symbol.side, Math.floor(at / symbol.side)];
      const path = bar(length, line.size, line.upright);
      add(MODULES, (x + margin) * MODULE_UNITS, (y + margin) * MODULE_UNITS, path);
    });
  }
  const [ring, hole, centre] = style.finder;
  for (const corner of finderCorners(symbol)) {
    const [x, y] = corner.map((place) => place + margin) as [number, number];
    if (eye) add(RING, x * MODULE_UNITS, y * MODULE_UNITS, eye);
    else {
      drawBox(rings, x, y, 7, ring);
      drawBox(rings, x + 1, y + 1, 5, hole);
    }
    if (pupil) add(PUPIL, (x + 2) * MODULE_UNITS, (y + 2) * MODULE_UNITS, pupil);
    else drawBox(centres, x + 2, y + 2, 3, centre);
  }
  return [modules, rings, centres].map((pen, part) => pen.path() + shapes[part]);
}
