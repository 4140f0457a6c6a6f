import { node, type SvgAttributes, type SvgNode } from "../svg.ts";
import { MARK, SPILL } from "./look.ts";
import { createPen, spaced } from "./outline.ts";
import { MODULE_UNITS } from "./styles.ts";
import { placed, type Stamp } from "./turns.ts";

/** From this length on, a path with all marks is replaced by a short one, with a marker at each of its points. */
export const MARKERS_FROM = 140_000;
/** Number of characters that lead from a mark to the next. */
const STEP = 6;

/** Returns the modules with a mark. */
export function markedIn(cells: Uint8Array): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < cells.length; at++) {
    if ((cells[at] as number) >= MARK && (cells[at] as number) < SPILL) places.push(at);
  }
  return places;
}

/** Returns whether the path of all marks is long. */
export const isLong = (places: readonly number[], { path }: Stamp): boolean =>
  places.length * (path.length + STEP) > MARKERS_FROM;

/** Returns the path of the marks at `places` in a symbol with `side` modules per side. */
export function drawMarks(places: readonly number[], side: number, mark: Stamp, margin: number): string {
  const pen = createPen(margin, mark.at);
  for (const at of places) pen.stamp((at % side) * MODULE_UNITS, Math.floor(at / side) * MODULE_UNITS, mark.path);
  return pen.path();
}

/** Returns the elements that draw the marks as markers. `fill` has the attributes of their colour. A gradient would start
 *  over at each marker. */
export function drawMarkers(
  places: readonly number[],
  side: number,
  mark: Stamp,
  margin: number,
  { id, ...fill }: SvgAttributes,
): readonly SvgNode[] {
  // Positions are in modules, because they are shorter.
  const points = places.map((at, index) => {
    const last = places[index - 1];
    const [x, y] = last === undefined ? [-margin, -margin] : [last % side, Math.floor(last / side)];
    return spaced((at % side) - x) + spaced(Math.floor(at / side) - y);
  });
  const url = `url(#${id})`;
  const everywhere = { "marker-start": url, "marker-mid": url, "marker-end": url };
  const box = { markerUnits: "userSpaceOnUse", markerWidth: 1, markerHeight: 1, overflow: "visible" };
  const scale = (by: number) => ({ transform: `scale(${by})` });
  return [
    node("marker", { id, ...box }, [node("path", { ...fill, ...scale(1 / MODULE_UNITS), d: placed(mark, 0, 0) })]),
    // Not without a fill, because resvg would draw no markers.
    node("path", { "fill-opacity": 0, ...scale(MODULE_UNITS), ...everywhere, d: `m${points.join("").slice(1)}` }),
  ];
}
