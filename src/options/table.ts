/** One row of the table: everything that is to be known about one option. A row without `default` and without
 *  `required` may stay undefined. */
export type Row = {
  /** What the option does, as one line for readers of the README, of the API description and of tool schemas. */
  readonly about: string;
  readonly required?: true;
  /** Belongs to the logo: not looked at when the answer is a bare matrix. */
  readonly logo?: true;
  /** Too long for an address: only read from a JSON body. */
  readonly postOnly?: true;
} & RowKind;

export type RowKind =
  | { readonly kind: "text" }
  | { readonly kind: "line"; readonly max: number; readonly default: string }
  | { readonly kind: "url" }
  | { readonly kind: "base64" }
  | { readonly kind: "color"; readonly default: string }
  | { readonly kind: "flag"; readonly default: boolean }
  | {
      readonly kind: "choice";
      readonly of: readonly string[];
      /** Given when letter case does not matter: the case in which the choices are written. */
      readonly case?: "lower" | "upper";
      readonly default: string;
    }
  | {
      readonly kind: "integer" | "number";
      readonly min: number;
      readonly max: number;
      readonly default?: number;
    };

const data = {
  kind: "text",
  required: true,
  about: "Text to encode: a URL, plain text, a WiFi configuration, a contact card.",
} as const;

/** THE TABLE. Names, types, defaults, limits and sentences of every option are written here and nowhere else; its
 *  order is the order of documents and of complaints. */
export const table = {
  data,
  format: {
    kind: "choice",
    of: ["png", "svg", "json"],
    case: "lower",
    default: "png",
    about: "PNG image, SVG document, or JSON matrix of modules.",
  },
  size: {
    kind: "integer",
    min: 32,
    max: 2048,
    default: 256,
    about: "Width and height in pixels; of an SVG, its view box.",
  },
  color: { kind: "color", default: "000000", about: "Colour of the dark modules." },
  bg: { kind: "color", default: "ffffff", about: "Colour of the background." },
  ec: {
    kind: "choice",
    of: ["L", "M", "Q", "H"],
    case: "upper",
    default: "M",
    about: "Error correction: L 7 %, M 15 %, Q 25 %, H 30 %. With a logo H, unless given.",
  },
  margin: { kind: "integer", min: 0, max: 10, default: 4, about: "Width of the quiet zone in modules." },
  logo: { kind: "url", logo: true, about: "Public address of a logo image, at most 2 MB, drawn at the centre." },
  logoData: {
    kind: "base64",
    logo: true,
    postOnly: true,
    about: "The logo itself, as a base64 data URI or bare base64; wins over logo.",
  },
  logoMime: {
    kind: "choice",
    of: ["image/png", "image/jpeg", "image/webp", "image/svg+xml"],
    default: "image/png",
    logo: true,
    about: "Type of a logo given as bare base64.",
  },
  logoSize: {
    kind: "number",
    min: 0.1,
    max: 0.4,
    default: 0.25,
    logo: true,
    about: "Part of the symbol's width and height that the logo covers.",
  },
  logoMargin: { kind: "integer", min: 0, max: 20, default: 0, logo: true, about: "Padding round the logo in pixels." },
  dotStyle: {
    kind: "choice",
    of: ["square", "rounded", "dots", "classy", "classy-rounded", "extra-rounded"],
    default: "square",
    about: "Shape of the modules.",
  },
  version: { kind: "integer", min: 1, max: 40, default: 1, about: "Smallest version (symbol size) to use." },
  mask: { kind: "integer", min: 0, max: 7, about: "Mask pattern; the best one when left out." },
  boost: { kind: "flag", default: false, about: "Raise ec as far as the version allows for free." },
  eci: { kind: "flag", default: false, about: "Announce UTF-8 by an ECI header." },
  title: { kind: "line", max: 200, default: "QR code", about: "Accessible name of an SVG." },
} as const satisfies Readonly<Record<string, Row>>;

type Table = typeof table;

/** The name of an option. */
export type OptionName = keyof Table;

type ValueOf<R extends RowKind> = R extends { kind: "integer" | "number" }
  ? number
  : R extends { kind: "flag" }
    ? boolean
    : R extends { kind: "choice"; of: readonly (infer Choice)[] }
      ? Choice
      : string;

/** All options, complete, checked and in one spelling: lower-case format and colours, upper-case ec. */
export type QrOptions = {
  readonly [Name in OptionName]:
    | ValueOf<Table[Name]>
    | (Table[Name] extends { required: true } | { default: unknown } ? never : undefined);
};

/** Some of the options named, each of them optional, as a program gives them. */
export type OptionsOf<Names extends OptionName> = { readonly [Name in Names]?: QrOptions[Name] | undefined };

/** The rows as pairs, in the table's order. */
export const rows = Object.entries(table) as readonly (readonly [OptionName, Row])[];

/** The options of a social card. They share names with those of a code, and some differ in meaning. */
export const cardTable = {
  title: { kind: "line", max: 200, default: "", about: "Text beside the code, in any script." },
  data,
  color: {
    kind: "color",
    default: "000000",
    about: "Accent: the ground of the card, and of the code where it can be read.",
  },
} as const satisfies Readonly<Record<string, Row>>;
