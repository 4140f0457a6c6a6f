import type { QrSymbol } from "../core/symbol.ts";
import { node, type SvgContent, type SvgNode } from "../svg.ts";
import { finderCorners } from "./cells.ts";
import { logoNodes } from "./clip.ts";
import { type GradientBox, gradientId, gradientNode } from "./gradient.ts";
import { forEachLineOf, type Look, lookCells, ringPath } from "./look.ts";
import { createPen, drawBox, drawDot, traceModules } from "./outline.ts";
import type { Paint } from "./paints.ts";
import type { Art, LookedPlan } from "./plan.ts";
import { LINE_STROKE, lineOf } from "./shapes.ts";
import { MODULE_UNITS } from "./styles.ts";
import { hexColor, idOf, scaleOf } from "./svg.ts";

/** Draws what the SVG of a plan with a look contains. `panel` is the outline of the background. */
export function drawLookContent({ code, symbol, logo, look }: LookedPlan, panel: string, art: Art): SvgContent {
  const { size, margin } = code;
  const units = (symbol.side + 2 * margin) * MODULE_UNITS;
  const definitions = new Map<string, SvgNode>();
  let symbolId: string | undefined;
  const fillOf = (paint: Paint, box: GradientBox) => {
    if (typeof paint === "string") return hexColor(paint);
    symbolId ??= idOf(symbol);
    const id = gradientId(paint, box, symbolId);
    if (!definitions.has(id)) definitions.set(id, gradientNode(paint, box, id));
    // The colour shows if the page contains the same code twice and hides the first.
    return `url(#${id}) ${hexColor(paint.stops[0]?.color ?? "000000")}`;
  };
  const background =
    look.background === "transparent"
      ? []
      : [node("path", { fill: fillOf(look.background, { offset: 0, side: size }), d: panel })];
  const box = { offset: margin * MODULE_UNITS, side: symbol.side * MODULE_UNITS };
  const paints = look.paints.map((paint) => fillOf(paint, box));
  const { paths, lines } = pathsOf(symbol, look, margin);
  const unlessBlack = (paint: string) => (paint === "#000" ? undefined : paint);
  // Parts with the same paint are one path.
  const shapes = [...new Set(paints)].flatMap((paint) => {
    const path = paths.filter((_, part) => paints[part] === paint).join("");
    return path ? [node("path", { fill: unlessBlack(paint), d: path })] : [];
  });
  if (lines) {
    const [paint = ""] = paints;
    const stroke = { stroke: paint, "stroke-width": LINE_STROKE, "stroke-linejoin": "round" };
    shapes.push(node("path", { fill: unlessBlack(paint), ...stroke, d: lines }));
  }
  const group = node("g", { "fill-rule": "evenodd", transform: scaleOf(size, units) }, shapes);
  return { defs: [...definitions.values()], body: [...background, group, ...(logo ? logoNodes(logo, art) : [])] };
}

/** Returns the paths of MODULES, RING and PUPIL, and that of lines, which are modules too. */
function pathsOf(symbol: QrSymbol, look: Look, margin: number): { paths: readonly string[]; lines: string } {
  const { style, line, mark, pupil } = look;
  const [modules, rings, centres] = [createPen(margin), createPen(margin), createPen(margin)];
  const [marks, lines] = [createPen(margin, mark?.at), createPen(margin, line && lineOf(1, line).at)];
  const eye = ringPath(look, symbol.version);
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
