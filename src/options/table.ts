import { formatNames } from "./formats.ts";

/** The rules of one option. An option that is not required and has no default may be undefined. */
export type Row = {
  readonly required?: true;
  /** Whether this is a logo option. Formats that do not support logos ignore it. */
  readonly logo?: true;
  /** Whether values are too long for a URL. The option is then allowed only in JSON bodies. */
  readonly postOnly?: true;
} & RowKind;

type RowKind =
  | { readonly kind: "text" }
  | { readonly kind: "line"; readonly max: number; readonly default: string }
  | { readonly kind: "url" }
  | { readonly kind: "base64" }
  | { readonly kind: "color"; readonly default: string }
  | { readonly kind: "flag"; readonly default: boolean }
  | {
      readonly kind: "choice";
      readonly of: readonly string[];
      /** The case that choices are converted to, if matching is case-insensitive. */
      readonly case?: "lower" | "upper";
      readonly default: string;
    }
  | { readonly kind: "integer" | "number"; readonly min: number; readonly max: number; readonly default?: number };

const data = { kind: "text", required: true } as const;

/** Names, types, defaults and limits of all options, in the order of documentation and errors. */
export const table = {
  data,
  format: { kind: "choice", of: formatNames, case: "lower", default: "png" },
  size: { kind: "integer", min: 32, max: 2048, default: 256 },
  color: { kind: "color", default: "000000" },
  bg: { kind: "color", default: "ffffff" },
  ec: { kind: "choice", of: ["L", "M", "Q", "H"], case: "upper", default: "M" },
  margin: { kind: "integer", min: 0, max: 10, default: 4 },
  logo: { kind: "url", logo: true },
  logoData: { kind: "base64", logo: true, postOnly: true },
  logoMime: {
    kind: "choice",
    of: ["image/png", "image/jpeg", "image/webp", "image/svg+xml"],
    default: "image/png",
    logo: true,
  },
  logoSize: { kind: "number", min: 0.1, max: 0.4, default: 0.25, logo: true },
  logoMargin: { kind: "integer", min: 0, max: 20, default: 0, logo: true },
  dotStyle: {
    kind: "choice",
    of: ["square", "rounded", "dots", "classy", "classy-rounded", "extra-rounded"],
    default: "square",
  },
  version: { kind: "integer", min: 1, max: 40, default: 1 },
  mask: { kind: "integer", min: 0, max: 7 },
  boost: { kind: "flag", default: false },
  eci: { kind: "flag", default: false },
  title: { kind: "line", max: 200, default: "QR code" },
} as const satisfies Readonly<Record<string, Row>>;

type Table = typeof table;

export type OptionName = keyof Table;

type ValueOf<R extends RowKind> = R extends { kind: "integer" | "number" }
  ? number
  : R extends { kind: "flag" }
    ? boolean
    : R extends { kind: "choice"; of: readonly (infer Choice)[] }
      ? Choice
      : string;

/** All options, checked and normalized: format and colours in lower case, ec in upper case. */
export type QrOptions = {
  readonly [Name in OptionName]:
    | ValueOf<Table[Name]>
    | (Table[Name] extends { required: true } | { default: unknown } ? never : undefined);
};

export type OptionsOf<Names extends OptionName> = { readonly [Name in Names]?: QrOptions[Name] | undefined };

export const rows = /* @__PURE__ */ Object.entries(table) as readonly (readonly [OptionName, Row])[];

/** The options of a social card. Some have the same name as an option of a code but a different meaning. */
export const cardTable = {
  title: { kind: "line", max: 200, default: "" },
  data,
  color: { kind: "color", default: "000000" },
} as const satisfies Readonly<Record<string, Row>>;
