import { encodeSymbol } from "../../core/core.ts";
import { pngGrid } from "../../core/symbol.ts";
import { QrError } from "../../errors.ts";
import type { Rule, Values } from "../../messages/message.ts";
import { integerRange } from "../../messages/option-rules.ts";
import { type Format, formats } from "../../options/formats.ts";
import { parseOptions, type RawOptions } from "../../options/parse.ts";
import { type OptionName, type Row, table } from "../../options/table.ts";

const OPAQUE_HEX = "{field} must be an opaque colour in hex, such as f00 or ff0000";
const OPAQUE_COLOR = "{field} must be an opaque colour in hex, such as f00 or ff0000, or in decimal, such as 255-0-0";
const TOO_WIDE = "{field} is too wide for this size: use a smaller margin or a larger size";

interface Parameter {
  /** Converts a value to isoqr's options. Returns undefined if the value is not supported. */
  readonly read: (word: string) => RawOptions | undefined;
  /** The rule that an unsupported value breaks. */
  readonly rule: Rule;
  readonly values?: Values | undefined;
  readonly option?: OptionName;
  /** An example value. Present only if the parameter is required. */
  readonly required?: string;
}

/** A service whose URLs are supported. Parameters that are not listed are ignored, because they do not affect its
 *  images. */
export interface CompatibleService {
  readonly paths: readonly string[];
  readonly defaults: RawOptions;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Adjusts options whose values depend on other options, such as a margin in pixels. @throws {QrError}. */
  readonly settle?: (options: RawOptions) => RawOptions;
}

function same(option: OptionName): Parameter {
  const row: Row = table[option];
  return { read: (word) => given(option, row.read(word)), ...row.rule(), option };
}

const text: Parameter = { ...same("data"), required: "https%3A%2F%2Fexample.com" };

const square: Parameter = {
  read(word) {
    const [, width, height] = /^([0-9]{1,4})x([0-9]{1,4})$/i.exec(word) ?? [];
    return width === height ? given("size", width && table.size.read(width)) : undefined;
  },
  rule: "{field} must be square, from {min}x{min} to {max}x{max}, such as 200x200",
  values: { min: table.size.min, max: table.size.max },
};

/** Accepts colours such as 00ff80, and short forms such as 0f8 and #0f8, whose digits are doubled. With `decimals`,
 *  also accepts three numbers from 0 to 255, such as 255-0-0. */
function color(option: "color" | "bg", decimals = false): Parameter {
  return {
    read(word) {
      const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(word)?.[1];
      if (hex) return { [option]: hex.length === 3 ? hex.replace(/./g, "$&$&") : hex };
      const parts = /^([0-9]{1,3})-([0-9]{1,3})-([0-9]{1,3})$/.exec(word)?.slice(1).map(Number) ?? [];
      if (!decimals || parts.length === 0 || parts.some((part) => part > 255)) return undefined;
      return { [option]: parts.map((part) => part.toString(16).padStart(2, "0")).join("") };
    },
    rule: decimals ? OPAQUE_COLOR : OPAQUE_HEX,
  };
}

/** Accepts only `value`, in upper or lower case, and sets no option. */
function fixed(value: string, why: string): Parameter {
  return {
    read: (word) => (word.toLowerCase() === value ? {} : undefined),
    rule: "{field} must be {value}: {why}",
    values: { value, why },
  };
}

/** Rejects a parameter that has a value. */
function unsupported(why: string): Parameter {
  return {
    read: (word) => (word === "" ? {} : undefined),
    rule: "{field} is not supported: {why}",
    values: { why },
  };
}

/** Accepts the formats that both services have. */
function format(...names: readonly Format[]): Parameter {
  return {
    read: (word) => (names.some((name) => name === word.toLowerCase()) ? { format: word } : undefined),
    rule: "{field} must be one of {text}: other formats are not supported",
    values: { text: names.join(", ") },
  };
}
const ONLY_UTF8 = "other encodings are not supported";

function given(name: string, value: unknown): RawOptions | undefined {
  return value === undefined || value === "" ? undefined : { [name]: value };
}

/** The supported services, each with the page that documents its URLs. */
export const services: readonly CompatibleService[] = [
  // https://goqr.me/api/doc/create-qr-code/
  {
    paths: ["/v1/create-qr-code/", "/v1/create-qr-code"],
    defaults: { size: 200, ec: "L", margin: 0, marginPixels: 1 },
    parameters: {
      data: text,
      size: square,
      "charset-source": fixed("utf-8", ONLY_UTF8),
      "charset-target": fixed("utf-8", ONLY_UTF8),
      ecc: same("ec"),
      color: color("color", true),
      bgcolor: color("bg", true),
      margin: {
        read: (word) => (/^(?:[0-9]|[1-4][0-9]|50)$/.test(word) ? { marginPixels: Number(word) } : undefined),
        rule: integerRange,
        values: { min: 0, max: 50 },
      },
      qzone: same("margin"),
      format: format("png", "svg", "eps"),
    },
    settle: withPixelMargin,
  },
  // https://developers.google.com/chart/infographics/docs/qr_codes
  {
    paths: ["/chart"],
    defaults: { ec: "L" },
    parameters: {
      cht: { ...fixed("qr", "other charts are not supported"), required: "qr" },
      chs: { ...square, required: "200x200" },
      chl: text,
      choe: fixed("utf-8", ONLY_UTF8),
      chld: {
        read(word) {
          const [all, ec, margin] = /^([LMQH]?)(?:\|([0-9]|10)?)?$/i.exec(word) ?? [];
          return all === undefined ? undefined : { ...given("ec", ec), ...given("margin", margin) };
        },
        rule: "{field} must be an error correction level, a margin from 0 to 10, or both, such as L, |4 or L|4",
      },
      chof: fixed("png", "other formats are not supported"),
    },
  },
  // https://quickchart.io/documentation/qr-codes/
  {
    paths: ["/qr"],
    defaults: { size: 150, logoSize: 0.3 },
    parameters: {
      text,
      format: format("png", "svg"),
      size: same("size"),
      margin: same("margin"),
      dark: color("color"),
      light: color("bg"),
      ecLevel: same("ec"),
      mode: unsupported("remove it to get the shortest encoding"),
      caption: unsupported("put the text next to the image"),
      centerImageUrl: same("logo"),
      centerImageSizeRatio: same("logoSize"),
      centerImageWidth: unsupported("use centerImageSizeRatio"),
      centerImageHeight: unsupported("use centerImageSizeRatio"),
    },
  },
];

/** Replaces `marginPixels`, a width in pixels that is added to the margin, with the smallest margin in modules that is at
 *  least as wide as both together. Ignores `marginPixels` for SVG, which has no pixels.
 *  @throws {QrError} for invalid options, DATA_TOO_LONG, or INVALID_OPTION if there is no space. */
function withPixelMargin({ marginPixels, ...input }: RawOptions): RawOptions {
  const { options, issues } = parseOptions(input);
  if (issues[0]) throw issues[0];
  if (formats[options.format].vector) return input;
  const { side } = encodeSymbol(options.data, options);
  for (let margin = options.margin; margin <= table.margin.max; margin++) {
    const { scale, offset } = pngGrid(side, { size: options.size, margin });
    if (offset >= options.margin * scale + Number(marginPixels)) return { ...input, margin };
  }
  throw new QrError("INVALID_OPTION", { field: "margin", rule: TOO_WIDE });
}
