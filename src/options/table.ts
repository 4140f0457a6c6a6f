import { formatNames, imageFormats } from "./formats.ts";
import {
  base64,
  choice,
  color as colorKind,
  design as designKind,
  flag,
  freeColor,
  integer,
  type Kind,
  line,
  number,
  text,
  title as titleKind,
  url,
  type ValuesOf,
} from "./kinds.ts";
import { caption as captionKind, freeGradient, gradient as gradientKind } from "./look-kinds.ts";
import { presetNames } from "./presets.ts";

/** The rules of one option. An option that is not required and has no default may be undefined. */
export type Row = {
  readonly required?: true;
  /** Whether this is a logo option. Formats that do not support logos ignore it. */
  readonly logo?: true;
  /** Whether values are too long for a URL. The option is then allowed only in JSON bodies. */
  readonly postOnly?: true;
  /** Whether null means that the option is not set. */
  readonly nullable?: true;
} & Kind;

// One constant per option, so that a bundle contains only the options that it uses.
const data = /* @__PURE__ */ text({ required: true });
const format = /* @__PURE__ */ choice({ of: formatNames, case: "lower", default: "png" });
const size = /* @__PURE__ */ integer({ min: 32, max: 2048, default: 256 });
const color = /* @__PURE__ */ colorKind({ default: "000000" });
const bg = /* @__PURE__ */ colorKind({ default: "ffffff", clear: true });
const ec = /* @__PURE__ */ choice({ of: ["L", "M", "Q", "H"], case: "upper", default: "M" });
const margin = /* @__PURE__ */ integer({ min: 0, max: 10, default: 4 });
const logo = /* @__PURE__ */ url({ logo: true });
const logoData = /* @__PURE__ */ base64({ logo: true, postOnly: true });
const logoMime = /* @__PURE__ */ choice({
  of: ["image/png", "image/jpeg", "image/webp", "image/svg+xml"],
  default: "image/png",
  logo: true,
});
const logoSize = /* @__PURE__ */ number({ min: 0.1, max: 0.4, default: 0.25, logo: true });
const logoMargin = /* @__PURE__ */ integer({ min: 0, max: 20, default: 0, logo: true });
const logoShape = /* @__PURE__ */ choice({ of: ["square", "rounded", "circle"], default: "square", logo: true });
const logoPosition = /* @__PURE__ */ choice({ of: ["center", "bottom-right"], default: "center", logo: true });
const dotStyle = /* @__PURE__ */ choice({
  of: ["square", "rounded", "dots", "classy", "classy-rounded", "extra-rounded"],
  default: "square",
});
/** The shapes of modules that `design` adds to those of `dotStyle`. */
const anyDotStyle = /* @__PURE__ */ choice({
  of: [
    "square",
    "rounded",
    "dots",
    "classy",
    "classy-rounded",
    "extra-rounded",
    "small-square",
    "diamond",
    "star",
    "vertical-line",
    "horizontal-line",
  ],
  default: "square",
});
const preset = /* @__PURE__ */ choice({ of: presetNames, nullable: true });
const design = /* @__PURE__ */ designKind({ nullable: true });
const dotSize = /* @__PURE__ */ number({ min: 0.5, max: 1 });
const eyeStyle = /* @__PURE__ */ choice({ of: ["square", "rounded", "extra-rounded", "leaf", "circle"] });
const pupilStyle = /* @__PURE__ */ choice({ of: ["square", "rounded", "leaf", "circle", "star"] });
const eyeColor = /* @__PURE__ */ colorKind({});
const pupilColor = /* @__PURE__ */ colorKind({});
const gradient = /* @__PURE__ */ gradientKind({});
const eyeGradient = /* @__PURE__ */ gradientKind({});
const bgGradient = /* @__PURE__ */ gradientKind({});
const frame = /* @__PURE__ */ choice({
  of: ["none", "plain", "rounded", "ticket", "banner-top", "banner-bottom"],
  default: "none",
});
const caption = /* @__PURE__ */ captionKind({ max: 60 });
const frameColor = /* @__PURE__ */ colorKind({});
const captionColor = /* @__PURE__ */ colorKind({});
const version = /* @__PURE__ */ integer({ min: 1, max: 40, default: 1 });
const mask = /* @__PURE__ */ integer({ min: 0, max: 7 });
const boost = /* @__PURE__ */ flag({ default: false });
const optimize = /* @__PURE__ */ choice({ of: ["none", "scan"], default: "none" });
const eci = /* @__PURE__ */ flag({ default: false });
const title = /* @__PURE__ */ line({ max: 200, default: "QR code" });

/** Names, types, defaults and limits of all options, in the order of documentation and errors. */
export const table = {
  data,
  format,
  size,
  color,
  bg,
  ec,
  margin,
  logo,
  logoData,
  logoMime,
  logoSize,
  logoMargin,
  logoShape,
  logoPosition,
  preset,
  design,
  dotStyle: anyDotStyle,
  dotSize,
  eyeStyle,
  pupilStyle,
  eyeColor,
  pupilColor,
  gradient,
  eyeGradient,
  bgGradient,
  frame,
  caption,
  frameColor,
  captionColor,
  version,
  mask,
  boost,
  optimize,
  eci,
  title,
} as const satisfies Readonly<Record<string, Row>>;

/** Colours as people write them, for the library, the element and the command line. */
const anyColor = /* @__PURE__ */ freeColor({ default: "000000" });
const anyBg = /* @__PURE__ */ freeColor({ default: "ffffff", clear: true });
const eachColor = /* @__PURE__ */ freeColor({});
const anyGradient = /* @__PURE__ */ freeGradient({});

/** The library's options that are available only through `design()`. */
export const lookTable = {
  dotStyle: anyDotStyle,
  dotSize,
  eyeStyle,
  pupilStyle,
  eyeColor: eachColor,
  pupilColor: eachColor,
  gradient: anyGradient,
  eyeGradient: anyGradient,
  bgGradient: anyGradient,
  frame,
  caption,
  frameColor: eachColor,
  captionColor: eachColor,
  logoShape,
  logoPosition,
} as const;

/** The options of a design in the library. A function, so that bundlers can drop its spreads: see symbolTable. */
export const createDesignTable = () => ({ ...svgTable, ...lookTable, preset }) as const;

/** The property of a design that holds its drawing functions. It survives spreading, and is the same in all copies of the
 *  library. */
export const DESIGN: unique symbol = /* @__PURE__ */ Symbol.for("isoqr.design");

/** Matches the options of the library's functions that are not in `pngTable` and do not need a design. */
const OTHER = /^(data|format|ansi|title|logo(Data|Mime|Size|Margin)?)$/;

/** Returns the names of the options that are not in `rows` and do not match OTHER: options that only designs have, and
 *  unknown ones. */
export function strangersIn(options: { readonly [Name in string]?: unknown }, rows: object): readonly string[] {
  return Object.keys(options).filter(
    (name) => options[name] !== undefined && !(Object.hasOwn(rows, name) || OTHER.test(name)),
  );
}

/** Rows for the library, the element and the command line, which accept colours as people write them. */
export const freeColors = {
  color: anyColor,
  bg: anyBg,
  eyeColor: eachColor,
  pupilColor: eachColor,
  gradient: anyGradient,
  eyeGradient: anyGradient,
  bgGradient: anyGradient,
  frameColor: eachColor,
  captionColor: eachColor,
} as const;

/** The options of the library's functions, in the order of the table. Each of these tables lists its options in full:
 *  bundlers keep unused objects that contain a spread, which would add 0.2 KB to `encode`. */
export const symbolTable = { ec, version, mask, boost, eci } as const;
export const pngTable = { size, color: anyColor, bg: anyBg, ec, margin, dotStyle, version, mask, boost, eci } as const;
export const svgTable = {
  size,
  color: anyColor,
  bg: anyBg,
  ec,
  margin,
  logoSize,
  logoMargin,
  dotStyle,
  version,
  mask,
  boost,
  eci,
  title,
} as const;

export const dataUrlTable = {
  format: /* @__PURE__ */ choice({ of: imageFormats, case: "lower", default: "png" }),
} as const;
export const terminalTable = {
  color: anyColor,
  bg: anyBg,
  ec,
  margin,
  version,
  mask,
  boost,
  eci,
  ansi: /* @__PURE__ */ flag({ default: true }),
} as const;

/** The checked options of an SVG or a PNG, each without a logo. */
export type SvgSettings<Data> = ValuesOf<typeof svgTable> & { readonly data: Data };
export type PngSettings<Data> = ValuesOf<typeof pngTable> & { readonly data: Data };
/** The checked options that position a logo. */
export type LogoSettings<Data> = Pick<
  SvgSettings<Data>,
  "data" | "size" | "margin" | "logoSize" | "logoMargin" | keyof typeof symbolTable
>;

/** The checked options that decide how a code looks. */
export type LookSettings = ValuesOf<typeof lookTable> & { readonly color: string; readonly bg: string };

/** The options that are not part of a design, because they belong to one code. */
const OWN = [
  "data",
  "format",
  "size",
  "ec",
  "preset",
  "design",
  "version",
  "mask",
  "boost",
  "optimize",
  "eci",
  "title",
] as const;
type DesignName = Exclude<keyof typeof table, (typeof OWN)[number]>;

/** The options that a design may set. */
export const designNames = /* @__PURE__ */ Object.keys(table).filter(
  (name) => !(OWN as readonly string[]).includes(name),
) as DesignName[];

/** The options of the link of a share page, in addition to its text. */
export type LinkOptionName = DesignName | "preset" | "design";
export const linkOptionNames = /* @__PURE__ */ (["preset", "design"] as LinkOptionName[]).concat(designNames);

export type OptionName = keyof typeof table;

/** All options, checked and normalized: format and colours in lower case, ec in upper case. */
export type QrOptions = ValuesOf<typeof table>;

export type OptionsOf<Names extends OptionName> = { readonly [Name in Names]?: QrOptions[Name] | undefined };

export const rows = /* @__PURE__ */ Object.entries(table) as readonly (readonly [OptionName, Row])[];

/** The options of a social card. Some have the same name as an option of a code but a different meaning. */
export const cardTable = {
  title: /* @__PURE__ */ titleKind({ max: 400, default: "" }),
  data,
  color: /* @__PURE__ */ colorKind({ default: "000000" }),
} as const satisfies Readonly<Record<string, Row>>;

/** The options of a design that a card does not use, because the code fills a panel with the accent colour around it. */
const NOT_ON_CARDS = ["color", "margin", "frame", "caption", "frameColor", "captionColor"] as const;

/** The look options of the code on a card. */
export type CardLookName = Exclude<LinkOptionName, (typeof NOT_ON_CARDS)[number]>;
export const cardLookNames = /* @__PURE__ */ linkOptionNames.filter(
  (name) => !(NOT_ON_CARDS as readonly string[]).includes(name),
) as CardLookName[];

/** Options of a picture in any design, as people write them. */
export type DesignWords = OptionsOf<keyof typeof svgTable | keyof typeof lookTable | "preset">;
