/** Designs by name. A test checks that each gets grade A or B, and `npm run scan-lab -- --looks` reads them with every
 *  decoder. All are dark on light, because some scanners do not read other codes. With a gradient, `color` is only the
 *  colour of the frame. */
export const presets = {
  ocean: {
    dotStyle: "rounded",
    pupilStyle: "rounded",
    gradient: "linear,135,0a2a7a,07485a",
    bg: "f3f9fd",
    color: "0a2a7a",
  },
  forest: { dotStyle: "classy-rounded", pupilStyle: "leaf", color: "0f3d22", eyeColor: "1a2e05", bg: "f4f9f0" },
  sunset: {
    dotStyle: "rounded",
    pupilStyle: "rounded",
    gradient: "linear,90,7a1f0a,64103a",
    bg: "fff8f0",
    color: "7a1f0a",
  },
  berry: {
    dotStyle: "classy",
    pupilStyle: "rounded",
    gradient: "radial,650f6c,3a1278",
    bg: "fdf4ff",
    color: "650f6c",
  },
  midnight: { color: "0f172a", eyeColor: "1e1b5e", pupilColor: "241f6e", bg: "eef2ff" },
  coral: { dotStyle: "classy-rounded", pupilStyle: "rounded", color: "75102e", eyeColor: "7f0d2f", bg: "fff1f2" },
  lavender: {
    dotStyle: "classy",
    pupilStyle: "leaf",
    gradient: "linear,0,3d1780,4a1a9a",
    bg: "f5f3ff",
    color: "3d1780",
  },
  slate: { dotStyle: "classy-rounded", pupilStyle: "leaf", color: "1e293b", bg: "f8fafc" },
  gold: { dotStyle: "classy", color: "52300c", eyeColor: "422006", bg: "fefce8" },
  mint: {
    dotStyle: "rounded",
    pupilStyle: "rounded",
    gradient: "linear,45,054a38,104b5e",
    bg: "ecfdf5",
    color: "054a38",
  },
  plum: { dotStyle: "extra-rounded", pupilStyle: "rounded", color: "4a1572", eyeColor: "3b0764", bg: "faf5ff" },
  paper: { dotStyle: "extra-rounded", color: "292524", bgGradient: "linear,180,fdfbf7,f1e9dc" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string | number>>>>;

export type PresetName = keyof typeof presets;

export const presetNames = /* @__PURE__ */ Object.keys(presets) as PresetName[];

/** The value of a gradient option that removes the gradient of a preset or a design. */
export const NO_GRADIENT = "none";

const NO_SIZE = { size: undefined, moduleSize: undefined } as const;
const NO_LOGO = { logo: undefined, logoData: undefined, logoMime: undefined } as const;

/** Returns the options in `under` with those in `over`, a more specific source, which win. A colour in `over` also removes
 *  the gradient in `under` that would hide it, and a logo or a size in `over`, or null, removes the one in `under`. */
export function overlay<Over extends object>(under: object | undefined, over: Over): Over {
  const { color, bg, eyeColor, logo, logoData, size, moduleSize } = over as Readonly<
    Record<string, string | null | undefined>
  >;
  return {
    ...under,
    ...(color && { gradient: undefined }),
    ...(bg && { bgGradient: undefined }),
    ...(eyeColor && { eyeGradient: undefined }),
    ...((size !== undefined || moduleSize !== undefined) && NO_SIZE),
    ...((logo !== undefined || logoData !== undefined) && NO_LOGO),
    ...over,
  };
}
