import { formatNames, imageFormats } from "./formats.ts";
import {
  base64,
  choice,
  freeColor as colorKind,
  design as designKind,
  flag,
  integer,
  type Kind,
  line,
  number,
  type RowProperties,
  color as strictColor,
  text,
  title as titleKind,
  url,
  type ValuesOf,
} from "./kinds.ts";
import { length } from "./lengths.ts";
import { caption as captionKind, freeGradient as gradientKind, gradient as strictGradient } from "./look-kinds.ts";
import type { OptionsOf } from "./option-types.ts";
import { presetNames } from "./presets.ts";

/** One option. An option that is not required and has no default may be undefined. */
export type Row = RowProperties & Kind;

// One constant per option, so that a bundle contains only the options that it uses. Colours are as people write them, and
// limits are those of programs: `strictly` turns both into those of the HTTP API.
const data = /* @__PURE__ */ text({ required: true });
const dataBase64 = /* @__PURE__ */ base64({});
const format = /* @__PURE__ */ choice({ of: formatNames, case: "lower", default: "png" });
export const size = /* @__PURE__ */ integer({ min: 32, max: 16_384, served: 2048, default: 256 });
export const moduleSize = /* @__PURE__ */ integer({ min: 1, max: 100 });
const width = /* @__PURE__ */ length({ min: 5, max: 5000 });
const dpi = /* @__PURE__ */ integer({ min: 72, max: 2400 });
const color = /* @__PURE__ */ colorKind({ default: "000000" });
const bg = /* @__PURE__ */ colorKind({ default: "ffffff", clear: true });
const ec = /* @__PURE__ */ choice({ of: ["L", "M", "Q", "H"], case: "upper", default: "M" });
const margin = /* @__PURE__ */ integer({ min: 0, max: 40, served: 10, default: 4 });
const logo = /* @__PURE__ */ url({});
const logoData = /* @__PURE__ */ base64({ postOnly: true });
const logoMime = /* @__PURE__ */ choice({
  of: ["image/png", "image/jpeg", "image/webp", "image/svg+xml"],
  default: "image/png",
});
const logoSize = /* @__PURE__ */ number({ min: 0.1, max: 0.4, default: 0.25 });
const logoMargin = /* @__PURE__ */ integer({ min: 0, max: 20, default: 0 });
const logoShape = /* @__PURE__ */ choice({ of: ["square", "rounded", "circle"], default: "square" });
const logoPosition = /* @__PURE__ */ choice({ of: ["center", "bottom-right"], default: "center", plain: true });
const logoFormat = /* @__PURE__ */ choice({ of: ["auto", "png"], default: "auto" });
const pngColor = /* @__PURE__ */ choice({ of: ["auto", "rgba", "gray"], default: "auto" });
const dotStyle = /* @__PURE__ */ choice({
  of: ["square", "rounded", "dots", "classy", "classy-rounded", "extra-rounded"],
  default: "square",
});
/** Includes the shapes of modules that `design` adds to those of `dotStyle`. `isPlain` tells them apart. */
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
    "pebble",
    "fluid",
    "squircle",
    "leaf",
    "drop",
    "hexagon",
    "heart",
    "flower",
    "plus",
  ],
  default: "square",
  plain: true,
});
const preset = /* @__PURE__ */ choice({ of: presetNames, nullable: true });
const design = /* @__PURE__ */ designKind({ nullable: true });
const dotSize = /* @__PURE__ */ number({ min: 0.5, max: 1 });
const eyeStyle = /* @__PURE__ */ choice({
  of: [
    "square",
    "rounded",
    "extra-rounded",
    "circle",
    "leaf",
    "drop",
    "fan",
    "shield",
    "arch",
    "octagon",
    "dotted",
    "tiles",
  ],
});
const alignmentStyle = /* @__PURE__ */ choice({ of: ["auto", "square"], default: "auto", plain: true });
const pupilStyle = /* @__PURE__ */ choice({
  of: [
    "square",
    "rounded",
    "extra-rounded",
    "circle",
    "squircle",
    "leaf",
    "drop",
    "fan",
    "shield",
    "arch",
    "octagon",
    "plus",
    "star",
  ],
});
const eachColor = /* @__PURE__ */ colorKind({});
const eachGradient = /* @__PURE__ */ gradientKind({});
const frame = /* @__PURE__ */ choice({
  of: [
    "none",
    "plain",
    "rounded",
    "ticket",
    "banner-top",
    "banner-bottom",
    "bubble",
    "tag",
    "phone",
    "polaroid",
    "ribbon",
    "circle",
    "bag",
    "cup",
    "envelope",
    "badge",
    "corners",
  ],
  default: "none",
});
const caption = /* @__PURE__ */ captionKind({ max: 60, plain: true });
const captionFont = /* @__PURE__ */ choice({ of: ["sans", "serif", "rounded"], default: "sans", plain: true });
const captionIcon = /* @__PURE__ */ choice({
  of: [
    "none",
    "scan",
    "wifi",
    "link",
    "phone",
    "mail",
    "chat",
    "person",
    "location",
    "calendar",
    "cart",
    "menu",
    "cup",
    "ticket",
    "heart",
    "star",
    "gift",
    "download",
    "play",
    "info",
  ],
  default: "none",
  plain: true,
});
const frameColor = /* @__PURE__ */ colorKind({ plain: true });
const version = /* @__PURE__ */ integer({ min: 1, max: 40, default: 1 });
const maxVersion = /* @__PURE__ */ integer({ min: 1, max: 40 });
const mask = /* @__PURE__ */ integer({ min: 0, max: 7 });
const boost = /* @__PURE__ */ flag({ default: false });
const optimize = /* @__PURE__ */ choice({ of: ["none", "scan"], default: "none" });
const eci = /* @__PURE__ */ flag({ default: false });
const title = /* @__PURE__ */ line({ max: 200, default: "QR code" });

/** Returns the rows of all `parts`, of which later ones win. Bundlers drop unused calls, whereas they keep unused objects
 *  that contain a spread. */
const merge = <Parts extends readonly object[]>(...parts: Parts): Merged<Parts> => Object.assign({}, ...parts);

// Not nested, because TypeScript 5.4 and older limit the depth of types.
type Merged<Parts extends readonly object[]> = { [Name in NamesIn<Parts[number]>]: Last<Parts, Name> };
type NamesIn<Part> = Part extends object ? keyof Part : never;
/** The row of the last part with this name. */
type Last<Parts, Name> = Parts extends readonly [...infer Others, infer Top]
  ? Name extends keyof Top
    ? Top[Name]
    : Last<Others, Name>
  : never;

/** Returns `rows` with more properties. */
const all = <const More extends RowProperties, Rows extends object>(more: More, rows: Rows): WithEach<Rows, More> =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, ...more }])) as WithEach<Rows, More>;

type WithEach<Rows, More> = { [Name in keyof Rows]: Rows[Name] & More };

const code = { color, bg, ec, margin };
const encoding = { version, maxVersion, mask, boost, optimize, eci };
const logoBox = { logoSize, logoMargin };
const logoLook = { logoShape, logoPosition };
const shapes = {
  dotStyle: anyDotStyle,
  dotSize,
  eyeStyle,
  pupilStyle,
  alignmentStyle,
  eyeColor: eachColor,
  pupilColor: eachColor,
  gradient: eachGradient,
  eyeGradient: eachGradient,
  bgGradient: eachGradient,
};
/** These change nothing without a frame. */
const framing = { frame, caption, captionFont, captionIcon, frameColor, captionColor: frameColor };

/** The options of the library's functions. */
export const symbolTable = /* @__PURE__ */ merge({ ec }, encoding);
export const terminalTable = /* @__PURE__ */ merge(code, encoding, { ansi: /* @__PURE__ */ flag({ default: true }) });
export const canvasTable = /* @__PURE__ */ merge({ size, moduleSize }, code, { dotStyle }, encoding);
export const pngTable = /* @__PURE__ */ merge(canvasTable, { pngColor });
export const svgTable = /* @__PURE__ */ merge({ size, moduleSize }, code, logoBox, { dotStyle }, encoding, { title });
export const dataUrlTable = {
  format: /* @__PURE__ */ choice({ of: imageFormats, case: "lower", default: "png" }),
};
/** The options of pictures for print. Functions of pages do not have them. */
export const printTable = { width, dpi };
export const drawTable = /* @__PURE__ */ merge(dataUrlTable, { logoFormat }, printTable);

/** The library's options that are available only through `design()`. */
export const lookTable = /* @__PURE__ */ merge(shapes, framing, logoLook);

/** The options of a design in the library. */
export const designTable = /* @__PURE__ */ merge(svgTable, lookTable, { preset, pngColor });

/** Names, types, defaults and limits of all options, in the order of documentation and errors. Colours are as people write
 *  them, for the library, the element and the command line. */
export const freeTable = /* @__PURE__ */ merge(
  /* @__PURE__ */ all({ own: true }, { data }),
  /* @__PURE__ */ all({ own: true, rare: true }, { dataBase64 }),
  /* @__PURE__ */ all({ own: true, offElement: true }, { format }),
  /* @__PURE__ */ all({ own: true }, { size }),
  /* @__PURE__ */ all({ own: true, offElement: true }, { moduleSize }),
  /* @__PURE__ */ all({ own: true, offElement: true, rare: true }, printTable),
  /* @__PURE__ */ all({ offCard: true }, { color }),
  { bg },
  /* @__PURE__ */ all({ own: true }, { ec }),
  /* @__PURE__ */ all({ offCard: true }, { margin }),
  /* @__PURE__ */ all({ logo: true }, { logo, logoData, logoMime, logoSize, logoMargin, logoShape, logoPosition }),
  /* @__PURE__ */ all({ own: true, logo: true, rare: true }, { logoFormat }),
  /* @__PURE__ */ all({ own: true }, { preset, design }),
  shapes,
  /* @__PURE__ */ all({ offCard: true }, framing),
  /* @__PURE__ */ all({ own: true }, { version, maxVersion, mask, boost, optimize, eci, title }),
  /* @__PURE__ */ all({ own: true, rare: true }, { pngColor }),
);

/** The options of the HTTP API. */
export const table = /* @__PURE__ */ strictly(freeTable);

/** Returns `rows` with colours of six hex digits, without "#", and the lower maximum of integers. */
function strictly<Rows extends Readonly<Record<string, Row>>>(rows: Rows): Rows {
  const strict = (row: Row): Row => {
    if (row.kind === "color") return strictColor(row);
    if (row.kind === "gradient") return strictGradient(row);
    return row.kind === "integer" && row.served !== undefined ? integer({ ...row, max: row.served }) : row;
  };
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, strict(row)])) as Rows;
}

/** The property of a design that holds its drawing functions. It survives spreading, and is the same in all copies of the
 *  library. */
export const DESIGN: unique symbol = /* @__PURE__ */ Symbol.for("isoqr.design");

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

export type OptionName = keyof typeof table;

/** The names of the options whose rows have, or do not have, a property. */
type NamesWith<Property> = { [Name in OptionName]: (typeof table)[Name] extends Property ? Name : never }[OptionName];

/** All options, checked and normalized: format and colours in lower case, ec in upper case. */
export type QrOptions = Omit<ValuesOf<typeof table>, "data"> & {
  /** The content: `dataBase64` decoded, as a string if it is UTF-8, if that is given instead of `data`. */
  readonly data: string | Uint8Array;
};

/** Options of a picture in any design, as people write them. */
export type DesignInput = OptionsOf<keyof typeof designTable>;

export const rows = /* @__PURE__ */ Object.entries(table) as readonly (readonly [OptionName, Row])[];

/** The options for colours, for gradients, and for logos. */
export type ColorName = NamesWith<{ readonly kind: "color" }>;
export type GradientName = NamesWith<{ readonly kind: "gradient" }>;
export type LogoName = NamesWith<{ readonly logo: true }>;

/** The options that the element does not have. */
export type OffElementName = NamesWith<{ readonly offElement: true }>;

/** The options that a design may set. */
type DesignName = Exclude<OptionName, NamesWith<{ readonly own: true }>>;
export const designNames = /* @__PURE__ */ rows.flatMap(([name, row]) => (row.own ? [] : [name])) as DesignName[];

/** The options of the link of a share page, in addition to its text. */
export type LinkOptionName = DesignName | "preset" | "design";
export const linkOptionNames = /* @__PURE__ */ (["preset", "design"] as LinkOptionName[]).concat(designNames);

/** The look options of the code on a card. */
export type CardLookName = Exclude<LinkOptionName, NamesWith<{ readonly offCard: true }>>;
export const cardLookNames = /* @__PURE__ */ linkOptionNames.filter(
  (name) => !(table[name] as Row).offCard,
) as CardLookName[];

/** The options of a social card. Some have the same name as an option of a code but a different meaning. */
export const cardTable = /* @__PURE__ */ strictly({
  title: /* @__PURE__ */ titleKind({ max: 400, default: "" }),
  data,
  color: /* @__PURE__ */ colorKind({ default: "000000" }),
});
