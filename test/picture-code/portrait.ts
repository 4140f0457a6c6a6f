import type { Pixels } from "../../src/ports.ts";

type Color = readonly [red: number, green: number, blue: number];

/** A shape of the portrait. Lengths are in widths of the picture. */
interface Shape {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly high: number;
  readonly color: Color;
  /** How far the light from the left brightens or darkens it, 0 to 1. */
  readonly shading?: number;
  /** Only the part above this height is drawn. */
  readonly above?: number;
}

const SKIN: Color = [226, 178, 148];
const HAIR: Color = [52, 34, 28];
const LIPS: Color = [176, 74, 78];
const WHITE: Color = [246, 244, 240];
const IRIS: Color = [58, 84, 96];
const COAT: Color = [34, 62, 98];

const shapes: readonly Shape[] = [
  { x: 0.5, y: 0.44, wide: 0.3, high: 0.36, color: HAIR, shading: 0.3 },
  { x: 0.5, y: 0.75, wide: 0.29, high: 0.26, color: HAIR, shading: 0.3 },
  { x: 0.5, y: 1.08, wide: 0.5, high: 0.3, color: COAT, shading: 0.5 },
  { x: 0.5, y: 0.8, wide: 0.09, high: 0.16, color: [190, 138, 112], shading: 0.3 },
  { x: 0.5, y: 0.5, wide: 0.21, high: 0.28, color: SKIN, shading: 0.5 },
  { x: 0.5, y: 0.26, wide: 0.235, high: 0.15, color: HAIR, shading: 0.4, above: 0.31 },
  { x: 0.41, y: 0.43, wide: 0.06, high: 0.014, color: HAIR },
  { x: 0.59, y: 0.43, wide: 0.06, high: 0.014, color: HAIR },
  { x: 0.41, y: 0.49, wide: 0.05, high: 0.024, color: WHITE },
  { x: 0.59, y: 0.49, wide: 0.05, high: 0.024, color: WHITE },
  { x: 0.41, y: 0.49, wide: 0.023, high: 0.024, color: IRIS },
  { x: 0.59, y: 0.49, wide: 0.023, high: 0.024, color: IRIS },
  { x: 0.41, y: 0.49, wide: 0.011, high: 0.012, color: [12, 12, 14] },
  { x: 0.59, y: 0.49, wide: 0.011, high: 0.012, color: [12, 12, 14] },
  { x: 0.505, y: 0.585, wide: 0.034, high: 0.02, color: [186, 128, 104] },
  { x: 0.5, y: 0.66, wide: 0.075, high: 0.03, color: LIPS, shading: 0.3 },
  { x: 0.5, y: 0.652, wide: 0.07, high: 0.006, color: [92, 34, 40] },
];

/** Draws a portrait: a face with dark hair in a blue coat on a bright background, lit from the left. Always the same. */
export function drawPortrait(width = 600): Pixels {
  const data = new Uint8Array(4 * width * width);
  for (let y = 0, at = 0; y < width; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const [u, v] = [(x + 0.5) / width, (y + 0.5) / width];
      const glow = Math.max(0, 1 - Math.hypot(u - 0.35, v - 0.3));
      let color: Color = [150 + 90 * glow, 168 + 76 * glow, 190 + 56 * glow];
      for (const shape of shapes) {
        if (shape.above !== undefined && v > shape.above + 0.08 * Math.abs(u - 0.47)) continue;
        const [dx, dy] = [(u - shape.x) / shape.wide, (v - shape.y) / shape.high];
        if (dx * dx + dy * dy > 1) continue;
        const light = 1 + (shape.shading ?? 0) * (-0.5 * dx - 0.3 * dy - 0.1);
        color = shape.color.map((value) => value * light) as unknown as Color;
      }
      for (let channel = 0; channel < 3; channel++) {
        data[at + channel] = Math.max(0, Math.min(255, Math.round(color[channel] as number)));
      }
      data[at + 3] = 255;
    }
  }
  return { width, height: width, data };
}
