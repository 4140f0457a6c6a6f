/** Designs by name. Each is graded A or B for its text in docs/options.md; `npm run scan-lab -- --looks` reads them with
 *  every decoder. All are dark on light, because some scanners do not read other codes. */
export const presets = {
  ocean: {
    dotStyle: "rounded",
    eyeStyle: "rounded",
    pupilStyle: "circle",
    gradient: "linear,135,0b3d91,0a6c74",
    bg: "f3f9fd",
  },
  forest: { dotStyle: "classy-rounded", pupilStyle: "leaf", color: "14532d", eyeColor: "1a2e05", bg: "f4f9f0" },
  sunset: { dotStyle: "dots", pupilStyle: "circle", gradient: "linear,90,9a3412,831843", bg: "fff8f0" },
  berry: { dotStyle: "extra-rounded", pupilStyle: "rounded", gradient: "radial,86198f,4c1d95", bg: "fdf4ff" },
  midnight: { color: "0f172a", eyeColor: "312e81", pupilColor: "3730a3", bg: "eef2ff" },
  coral: { dotStyle: "dots", pupilStyle: "circle", color: "881337", eyeColor: "9f1239", bg: "fff1f2" },
  lavender: { dotStyle: "classy", pupilStyle: "leaf", gradient: "linear,0,4c1d95,5b21b6", bg: "f5f3ff" },
  slate: { dotStyle: "vertical-line", pupilStyle: "rounded", color: "1e293b", bg: "f8fafc" },
  gold: { dotStyle: "small-square", color: "713f12", eyeColor: "422006", bg: "fefce8" },
  mint: { dotStyle: "rounded", pupilStyle: "circle", gradient: "linear,45,065f46,155e75", bg: "ecfdf5" },
  plum: { dotStyle: "horizontal-line", pupilStyle: "circle", color: "581c87", eyeColor: "3b0764", bg: "faf5ff" },
  paper: { dotStyle: "extra-rounded", color: "292524", bgGradient: "linear,180,fdfbf7,f1e9dc" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string | number>>>>;

export type PresetName = keyof typeof presets;

export const presetNames = /* @__PURE__ */ Object.keys(presets) as PresetName[];
