import { paintSources } from "../options/colors.ts";
import { isOnPaper } from "../options/frames.ts";
import type { LookSettings } from "../options/table.ts";
import { contrast, GOOD_CONTRAST } from "./colors.ts";
import { type Gradient, parseGradient } from "./gradient.ts";

type Part = keyof typeof paintSources;
type PaintField = (typeof paintSources)[Part][number];

/** What fills a part of a picture. */
export interface PartPaint {
  /** The option that sets it. */
  readonly field: PaintField;
  /** Six hex digits, a gradient as in the option, or "transparent" for a background. */
  readonly value: string;
}

/** What fills the parts of a picture. Parts without paints of their own have the same object as the part that they follow:
 *  rings follow modules, and pupils follow rings. */
export type Paints = Readonly<Record<Part, PartPaint>>;

type PaintSettings = { readonly [Name in PaintField | "frame"]?: LookSettings[Name] | undefined };

/** Returns what fills the parts of a picture. By default, a caption has the colour of the background if that is readable on
 *  the frame, or else black or white. A caption that is not on the frame has the colour of the frame
 *  if that is readable, or else of the modules. */
export function paintsOf(options: PaintSettings): Paints {
  const [modules, background, frame] = (["modules", "background", "frame"] as const).map(
    (part) => ownPaint(part, options) as PartPaint,
  ) as [PartPaint, PartPaint, PartPaint];
  const ring = ownPaint("ring", options) ?? modules;
  const pupil = ownPaint("pupil", options) ?? ring;
  const caption = ownPaint("caption", options) ?? {
    field: "captionColor",
    value: captionColor(options, frame.value, firstColor(modules.value)),
  };
  return { modules, ring, pupil, background, frame, caption };
}

/** Returns what the options of a part set; undefined if none of them is set. */
export function ownPaint(part: Part, options: PaintSettings): PartPaint | undefined {
  const field = paintSources[part].filter((name) => options[name]).pop();
  return field && { field, value: options[field] as string };
}

function captionColor({ bg = "transparent", frame: shape }: PaintSettings, frame: string, modules: string): string {
  if (isOnPaper(shape)) return bg === "transparent" || contrast(bg, frame) >= GOOD_CONTRAST ? frame : modules;
  if (bg !== "transparent" && contrast(bg, frame) >= GOOD_CONTRAST) return bg;
  return contrast("ffffff", frame) >= contrast("000000", frame) ? "ffffff" : "000000";
}

/** Returns whether the page shows between the modules of a code. */
export function isTransparent(options: PaintSettings): boolean {
  return ownPaint("background", options)?.value === "transparent";
}

/** Returns whether the value of a paint is a gradient. */
export function isGradient(value: string): boolean {
  return value.includes(",");
}

/** Returns the colour of a paint, or the first one of a gradient. */
export function firstColor(value: string): string {
  return /[0-9a-f]{6}/.exec(value)?.[0] ?? value;
}

/** A colour of six hex digits, or a gradient. */
export type Paint = string | Gradient;

/** Returns the paint with this value. */
export function readPaint(value: string): Paint {
  return isGradient(value) ? parseGradient(value) : value;
}
