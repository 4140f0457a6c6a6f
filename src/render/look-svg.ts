import type { QrSymbol } from "../core/symbol.ts";
import { node, type SvgContent, type SvgNode } from "../svg.ts";
import { finderCorners } from "./cells.ts";
import { logoNodes } from "./clip.ts";
import { type GradientBox, gradientId, gradientNode } from "./gradient.ts";
import { drawLines } from "./lines.ts";
import { alignmentCorners, finderOf, type Look, lookCells, MODULES } from "./look.ts";
import { drawMarkers, drawMarks, isLong, markedIn } from "./marks.ts";
import { createPen, drawBox, drawDot, traceModules } from "./outline.ts";
import type { Paint } from "./paints.ts";
import type { Art, LookedPlan } from "./plan.ts";
import { MODULE_UNITS } from "./styles.ts";
import { hexColor, idOf, scaleOf } from "./svg.ts";
import { placed, type Stamp } from "./turns.ts";

/** Draws what the SVG of a plan with a look contains. `panel` is the outline of the background. */
export function drawLookContent({ code, symbol, logo, look }: LookedPlan, panel: string, art: Art): SvgContent {
  const { size, margin } = code;
  const units = (symbol.side + 2 * margin) * MODULE_UNITS;
  const definitions = new Map<string, SvgNode>();
  let symbolId: string | undefined;
  const fillOf = (paint: Paint, box: GradientBox) => {
    if (typeof paint === "string") return hexColor(paint);
    symbolId ??= idOf(symbol.modules);
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
  const cells = lookCells(symbol, look);
  const places = look.mark ? markedIn(cells) : [];
  const hasMarkers = look.mark && look.isLoose && typeof look.paints[MODULES] === "string" && isLong(places, look.mark);
  const marks = look.mark && !hasMarkers ? drawMarks(places, symbol.side, look.mark, margin) : "";
  const [modules, ...others] = pathsOf(symbol, look, cells, margin);
  const paths = [modules + (look.overlaps ? "" : marks), ...others];
  const unlessBlack = (paint: string) => (paint === "#000" ? undefined : paint);
  // Parts with the same paint are one path.
  const shapes = [...new Set(paints)].flatMap((paint) => {
    const path = paths.filter((_, part) => paints[part] === paint).join("");
    return path ? [node("path", { fill: unlessBlack(paint), d: path })] : [];
  });
  const [paint = ""] = paints;
  if (look.line) {
    // Lines are drawn in modules, because their path is shorter.
    const stroke = fillOf(look.paints[MODULES], { offset: margin, side: symbol.side });
    const line = { fill: "none", stroke, "stroke-width": look.line.width, "stroke-linecap": "round" };
    const d = drawLines(cells, symbol, look.line, margin);
    shapes.push(node("path", { transform: `scale(${MODULE_UNITS})`, ...line, d }));
  }
  const fill = unlessBlack(paint);
  if (look.overlaps && marks) shapes.push(node("path", { fill, "fill-rule": "nonzero", d: marks }));
  if (look.mark && hasMarkers) {
    // Codes with the same modules may have other marks.
    const shape = idOf(new TextEncoder().encode(placed(look.mark, 0, 0)));
    const id = `isoqr-${idOf(symbol.modules)}-${paint.slice(1)}-${shape}-mark`;
    shapes.push(...drawMarkers(places, symbol.side, look.mark, margin, { id, fill }));
  }
  const group = node("g", { "fill-rule": "evenodd", transform: scaleOf(size, units) }, shapes);
  return { defs: [...definitions.values()], body: [...background, group, ...(logo ? logoNodes(logo, art) : [])] };
}

/** Returns the paths of MODULES, RING and PUPIL, without lines and marks. */
function pathsOf(
  symbol: QrSymbol,
  look: Look,
  cells: Uint8Array,
  margin: number,
): readonly [modules: string, rings: string, centres: string] {
  const { style, alignment } = look;
  const [modules, rings, centres] = [createPen(margin), createPen(margin), createPen(margin)];
  traceModules(modules, cells, symbol.side, style, (x, y) => drawDot(modules, x, y));
  let [eyes, pupils] = ["", ""];
  const [outer, hole, inner] = style.finder;
  const at = (stamp: Stamp, x: number, y: number) =>
    placed(stamp, (x + margin) * MODULE_UNITS, (y + margin) * MODULE_UNITS);
  for (const corner of finderCorners(symbol)) {
    const [x, y] = corner;
    const { ring, centre } = finderOf(look, corner);
    if (ring) eyes += at(ring, x, y);
    else {
      drawBox(rings, x, y, 7, outer);
      drawBox(rings, x + 1, y + 1, 5, hole);
    }
    if (centre) pupils += at(centre, x + 2, y + 2);
    else drawBox(centres, x + 2, y + 2, 3, inner);
  }
  const aligned = alignment ? alignmentCorners(symbol, look).map(([x, y]) => at(alignment, x, y)) : [];
  return [modules.path() + aligned.join(""), rings.path() + eyes, centres.path() + pupils];
}
