import { type ColorName, type GradientName, lookTable, type QrOptions, type Row } from "./table.ts";

type Backed = Pick<QrOptions, "color" | "bg" | "gradient" | "bgGradient">;

/** The options that color some of the dark modules, and that replace `color` and `gradient` there. */
type PartName = Exclude<Extract<ColorName | GradientName, keyof typeof lookTable>, keyof Backed | FrameName>;
type FrameName = {
  [Name in keyof typeof lookTable]: (typeof lookTable)[Name] extends { plain: true } ? Name : never;
}[keyof typeof lookTable];

export const partNames = /* @__PURE__ */ Object.entries<Row>(lookTable).flatMap(([name, { kind, plain }]) =>
  (kind === "color" || kind === "gradient") && !plain && name !== "gradient" && name !== "bgGradient" ? [name] : [],
) as PartName[];

/** Unsets the colours of parts. */
export const noPartColors = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ partNames.map((name) => [name, undefined]),
) as { readonly [Name in PartName]: undefined };

/** Returns the colours of the code and of the background, swapped. */
export function swapColors({ color, bg, gradient, bgGradient }: Backed): Backed {
  return { color: bg, bg: color, gradient: bgGradient, bgGradient: gradient };
}

/** The options that set the paint of each part of a picture. The last one that is set wins. */
export const paintSources = {
  modules: ["color", "gradient"],
  ring: ["eyeColor", "eyeGradient"],
  pupil: ["pupilColor"],
  background: ["bg", "bgGradient"],
  frame: ["color", "frameColor"],
  caption: ["captionColor"],
} as const satisfies Readonly<Record<string, readonly (ColorName | GradientName)[]>>;

/** Returns the part of a picture that an option paints. */
export function partPaintedBy(name: ColorName | GradientName): keyof typeof paintSources {
  const parts = Object.entries(paintSources) as [keyof typeof paintSources, readonly string[]][];
  return (parts.find(([, names]) => names.includes(name)) as (typeof parts)[number])[0];
}
