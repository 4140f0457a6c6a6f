import { node, type SvgNode, thousandths } from "../svg.ts";
import { channels } from "./flatten.ts";

/** A colour transition. The angle is in degrees, clockwise, as in CSS: 0 points up, and 90 to the right. */
export interface Gradient {
  /** Undefined for a radial gradient, which begins in the centre. */
  readonly angle: number | undefined;
  /** 2 to 5 colours of six hex digits. `at` is from 0 to 1 and never decreases. */
  readonly stops: readonly { readonly at: number; readonly color: string }[];
}

/** The square that a gradient fills: its first and last colours are at the corners (or, if it is radial, at the centre
 *  and the corners). */
export interface GradientBox {
  readonly offset: number;
  readonly side: number;
}

/** Parses the value of a gradient option, which has been checked: "linear,ANGLE,STOPS" or "radial,STOPS". */
export function parseGradient(text: string): Gradient {
  const [kind, ...parts] = text.split(",");
  const angle = kind === "linear" ? Number(parts.shift()) : undefined;
  const last = parts.length - 1;
  const stops = parts.map((part, index) => {
    const [color = "", percent] = part.split("@");
    return { color, at: percent === undefined ? index / last : Number(percent) / 100 };
  });
  // A position must not be lower than that of the stop before it.
  let least = 0;
  return {
    angle,
    stops: stops.map(({ color, at }) => {
      least = Math.max(least, at);
      return { color, at: least };
    }),
  };
}

/** Returns a function that maps a share of the gradient, 0 to 1, to its colour there, 0xRRGGBB. Interpolates between sRGB
 *  values, as SVG does. */
export function colorsOf({ stops }: Gradient): (at: number) => number {
  const places = stops.map(({ at }) => at);
  const colors = stops.map(({ color }) => channels(color));
  return (at) => {
    let next = 0;
    while (next < places.length - 1 && (places[next] as number) < at) next++;
    const last = Math.max(0, next - 1);
    const [start, end] = [places[last] as number, places[next] as number];
    const share = end > start ? Math.min(1, (at - start) / (end - start)) : 1;
    const [from, to] = [colors[last] as number[], colors[next] as number[]];
    return (between(from, to, 0, share) << 16) | (between(from, to, 1, share) << 8) | between(from, to, 2, share);
  };
}

function between(from: readonly number[], to: readonly number[], channel: number, share: number): number {
  const value = from[channel] as number;
  return Math.round(value + ((to[channel] as number) - value) * share);
}

/** Returns the direction of a linear gradient, as CSS defines it. The result is rounded, because engines compute sines
 *  and cosines that differ in the last digit. */
export function directionOf(angle: number): readonly [across: number, down: number] {
  const turn = (angle * Math.PI) / 180;
  const rounded = (value: number) => Math.round(value * 1e9) / 1e9;
  return [rounded(Math.sin(turn)), rounded(-Math.cos(turn))];
}

/** Returns the share of the gradient, 0 to 1 within the box, at a point. */
export function shareAt({ angle }: Gradient, { offset, side }: GradientBox): (x: number, y: number) => number {
  const centre = offset + side / 2;
  if (angle === undefined) {
    const radius = side * Math.SQRT1_2;
    return (x, y) => Math.sqrt((x - centre) ** 2 + (y - centre) ** 2) / radius;
  }
  const [across, down] = directionOf(angle);
  const length = side * (Math.abs(across) + Math.abs(down));
  return (x, y) => ((x - centre) * across + (y - centre) * down) / length + 0.5;
}

/** Returns the id of the SVG element that defines `gradient` for shapes in the coordinates of `box`. `code` is the id of
 *  the symbol. */
export function gradientId({ angle, stops }: Gradient, { offset, side }: GradientBox, code: string): string {
  const name = stops.map(({ at, color }) => `${color}${Math.round(100 * at)}`).join("-");
  return `isoqr-${code}-${angle ?? "radial"}-${name}-${thousandths(offset)}-${thousandths(side)}`;
}

/** Returns the SVG element that defines `gradient` for shapes in the coordinates of `box`. */
export function gradientNode({ angle, stops }: Gradient, { offset, side }: GradientBox, id: string): SvgNode {
  const gradientUnits = "userSpaceOnUse";
  const list = stops.map(({ at, color }) => node("stop", { offset: thousandths(at), "stop-color": `#${color}` }));
  const middle = offset + side / 2;
  if (angle === undefined) {
    const [centre, r] = [thousandths(middle), thousandths(side * Math.SQRT1_2)];
    return node("radialGradient", { id, gradientUnits, cx: centre, cy: centre, r }, list);
  }
  const [across, down] = directionOf(angle);
  const half = (side * (Math.abs(across) + Math.abs(down))) / 2;
  const points = [middle - across * half, middle - down * half, middle + across * half, middle + down * half];
  const [x1, y1, x2, y2] = points.map(thousandths);
  return node("linearGradient", { id, gradientUnits, x1, y1, x2, y2 }, list);
}
