import { type ColorName, type GradientName, lookTable, type QrOptions, type Row, rows } from "./table.ts";

/** The options for colours and gradients. */
export const paintNames = /* @__PURE__ */ rows.flatMap(([name, { kind }]) =>
  kind === "color" || kind === "gradient" ? [name] : [],
) as (ColorName | GradientName)[];

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
