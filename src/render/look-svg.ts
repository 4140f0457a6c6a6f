import { encodeSymbol } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import { escapeXml, hexColor } from "../core/svg-document.ts";
import type { QrSymbol } from "../core/symbol.ts";
import type { LogoLayout } from "../logo/budget.ts";
import type { SvgSettings } from "../options/table.ts";
import { finderCorners } from "./cells.ts";
import { type GradientBox, gradientElement } from "./gradient.ts";
import { forEachLineOf, type Look, lookCells, type Paint } from "./look.ts";
import { createPen, drawBox, drawDot, traceModules } from "./outline.ts";
import { LINE_STROKE, lineOf } from "./shapes.ts";
import { MODULE_UNITS } from "./styles.ts";
import { idOf, imageElement } from "./svg.ts";

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
  let code: string | undefined;
  const fillOf = (paint: Paint, box: GradientBox) => {
    if (typeof paint === "string") return hexColor(paint);
    code ??= idOf(symbol);
    const { id, element } = gradientElement(paint, box, code);
    definitions.set(id, element);
    // The colour shows if the page contains the same code twice and hides the first.
    return `url(#${id}) ${hexColor(paint.stops[0]?.color ?? "000000")}`;
  };
  const ground =
    look.ground === "transparent"
      ? ""
      : `<path fill="${fillOf(look.ground, { offset: 0, side: size })}" d="${panel}"/>`;
  const box = { offset: margin * MODULE_UNITS, side: symbol.side * MODULE_UNITS };
  const paints = look.paints.map((paint) => fillOf(paint, box));
  const { paths, lines } = pathsOf(symbol, look, margin);
  const attributes = (paint: string) => (paint === "#000" ? "" : ` fill="${paint}"`);
  // Parts with the same paint are one path.
  const shapes = [...new Set(paints)].map((paint) => {
    const path = paths.filter((_, part) => paints[part] === paint).join("");
    return path && `<path${attributes(paint)} d="${path}"/>`;
  });
  if (lines) {
    const [paint = ""] = paints;
    const stroke = `stroke="${paint}" stroke-width="${LINE_STROKE}" stroke-linejoin="round"`;
    shapes.push(`<path${attributes(paint)} ${stroke} d="${lines}"/>`);
  }
  return (
    (definitions.size > 0 ? `<defs>${[...definitions.values()].join("")}</defs>` : "") +
    `${ground}<g fill-rule="evenodd" transform="scale(${scale})">${shapes.join("")}</g>` +
    `${logo ? imageElement(logo.layout, logo.href) : ""}`
  );
}

/** Returns the paths of MODULES, RING and PUPIL, and that of lines, which are modules too. */
function pathsOf(symbol: QrSymbol, look: Look, margin: number): { paths: readonly string[]; lines: string } {
  const { style, line, mark, pupil } = look;
  const [modules, rings, centres] = [createPen(margin), createPen(margin), createPen(margin)];
  const [marks, lines] = [createPen(margin, mark?.at), createPen(margin, line && lineOf(1, line).at)];
  const eye = look.eye?.(symbol.version);
  let [eyes, pupils] = ["", ""];
  const cells = lookCells(symbol, look);
  traceModules(modules, cells, symbol.side, style, (x, y) => {
    if (mark) marks.stamp(x, y, mark.path);
    else drawDot(modules, x, y);
  });
  if (line) {
    // Few lines have different lengths.
    const stamps: string[] = [];
    forEachLineOf(cells, symbol.side, line.upright, (at, length) => {
      const [x, y] = [at % symbol.side, Math.floor(at / symbol.side)];
      stamps[length] ??= lineOf(length, line).path;
      lines.stamp(x * MODULE_UNITS, y * MODULE_UNITS, stamps[length]);
    });
  }
  const [ring, hole, centre] = style.finder;
  for (const corner of finderCorners(symbol)) {
    const [x, y] = corner;
    const placed = (inset: number, path: string) =>
      `M${(x + margin + inset) * MODULE_UNITS} ${(y + margin + inset) * MODULE_UNITS}${path}`;
    if (eye) eyes += placed(0, eye);
    else {
      drawBox(rings, x, y, 7, ring);
      drawBox(rings, x + 1, y + 1, 5, hole);
    }
    if (pupil) pupils += placed(2, pupil);
    else drawBox(centres, x + 2, y + 2, 3, centre);
  }
  return { paths: [modules.path() + marks.path(), rings.path() + eyes, centres.path() + pupils], lines: lines.path() };
}
