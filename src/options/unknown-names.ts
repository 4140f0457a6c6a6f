import { QrError } from "../errors.ts";
import { didYouMean, needs, unknownOption } from "../messages/developer-rules.ts";
import type { Rule, Values } from "../messages/message.ts";
import { excludes } from "../messages/option-rules.ts";
import { MAX_NAME_LENGTH, nearest, plain } from "../text/nearest.ts";
import { DESIGN, type designTable, type drawTable, type LogoName, symbolTable, type terminalTable } from "./table.ts";

export const OPTIONS_OBJECT = "{field} must be an object";
export const FIRST_ARGUMENT = "{field} must be the first argument";
const ONE_FORMAT = "{field} must be {text} here: use {name} for others";

// Which names are not options of a function, and what they probably mean: an option that needs design(), an option of
// another function, or what another library or service calls an option.

type Input = { readonly [Name in string]?: unknown };

/** The options of the library that not every function has. */
type OtherName =
  | "design"
  | LogoName
  | Exclude<keyof (typeof designTable & typeof terminalTable & typeof drawTable), keyof typeof symbolTable>;

const DESIGN_ONLY = "design()";

// Names without rows, because pages must not contain the rows of options that they do not use. The compiler names missing
// ones. An option with an empty text is accepted or checked by every function that draws an image. The others need the
// function.
const others = {
  design: "draw()",
  format: "",
  logo: "",
  logoData: "",
  logoMime: "",
  size: "",
  moduleSize: "",
  color: "",
  bg: "",
  margin: "",
  dotStyle: "",
  ansi: "toTerminal()",
  title: "toSvg()",
  pngColor: "toPng()",
  logoFormat: "draw()",
  width: "draw()",
  dpi: "draw()",
  logoSize: "draw()",
  logoMargin: "draw()",
  dotSize: DESIGN_ONLY,
  eyeStyle: DESIGN_ONLY,
  pupilStyle: DESIGN_ONLY,
  alignmentStyle: DESIGN_ONLY,
  eyeColor: DESIGN_ONLY,
  pupilColor: DESIGN_ONLY,
  gradient: DESIGN_ONLY,
  eyeGradient: DESIGN_ONLY,
  bgGradient: DESIGN_ONLY,
  frame: DESIGN_ONLY,
  caption: DESIGN_ONLY,
  frameColor: DESIGN_ONLY,
  captionFont: DESIGN_ONLY,
  captionIcon: DESIGN_ONLY,
  captionColor: DESIGN_ONLY,
  logoShape: DESIGN_ONLY,
  logoPosition: DESIGN_ONLY,
  preset: DESIGN_ONLY,
} satisfies Readonly<Record<OtherName, string>>;

/** Returns `options`, the last argument of a function of the library; null and undefined as no options.
 *  @throws {QrError} INVALID_OPTION if they are not an object. */
export function optionsIn<Options extends object>(options: Options | null | undefined): Options {
  const given = options ?? ({} as Options);
  // Objects of these classes are other values, such as a promise without await.
  const kind = Object.prototype.toString.call(given);
  if (typeof given === "object" && !/ (Promise|Date|RegExp|URL|Map|Set)]|Array/.test(kind)) return given;
  throw invalid("options", OPTIONS_OBJECT);
}

/** Returns the error for the first option in `input` that has a value, but that a function whose options are `rows` does not
 *  draw: NOT_SUPPORTED with the function that draws it, or INVALID_OPTION for an unknown name. If `ignores` is true, accepts
 *  the options of other functions. */
export function unknownIn(input: Input, rows: object, ignores?: boolean): QrError | undefined {
  for (const name in input) {
    if (input[name] === undefined || Object.hasOwn(rows, name)) continue;
    // What the package qrcode calls the size in pixels.
    if (name === "width" && /^\d+$/.test(`${input[name]}`)) return invalid(name, didYouMean, { name: "size" });
    const draws = Object.hasOwn(others, name) ? others[name as OtherName] : undefined;
    if (draws === undefined) {
      if (/^(data|value|text)$/.test(name) && !Object.hasOwn(rows, "data")) return invalid(name, FIRST_ARGUMENT);
      const meant = meantBy(name, Object.keys({ ...rows, ...others }));
      return invalid(name.slice(0, MAX_NAME_LENGTH), meant ? didYouMean : unknownOption, { name: meant ?? "" });
    }
    if (draws && !ignores) return needing(name, draws);
  }
  return ignores ? undefined : bothSizes(input);
}

/** Returns an object whose names are all options of the library. */
export const libraryOptions = () => ({ ...symbolTable, ...others });

/** Returns a copy of `input` that can be spread: with inherited properties, and with the options that a class defines. These
 *  are the options of the library and those in `rows`. */
export function ownOptions<Options extends object>(input: Options, rows?: object): Options {
  const own = { ...input } as Record<PropertyKey, unknown>;
  const copy = (name: string | symbol) => {
    const value = (input as Record<PropertyKey, unknown>)[name];
    if (value !== undefined) own[name] = value;
  };
  for (const name in input) copy(name);
  for (const name of namesWith(rows)) copy(name);
  return own as Options;
}

/** Returns the names of the options of the library, and of those in `rows`. */
function namesWith(rows: object = others): readonly (string | symbol)[] {
  const known = allNames.get(rows);
  if (known) return known;
  const names = [DESIGN, ...Object.keys({ ...symbolTable, ...others, ...rows })];
  allNames.set(rows, names);
  return names;
}

const allNames = /* @__PURE__ */ new WeakMap<object, readonly (string | symbol)[]>();

/** Returns the error for options with two sizes. */
export function bothSizes({ size, moduleSize, width }: Input): QrError | undefined {
  const sizes: Input = { size, moduleSize, width };
  const [option, field] = Object.keys(sizes).filter((name) => sizes[name] !== undefined);
  return option && field ? invalid(field, excludes, { option: { option } }) : undefined;
}

/** Returns the error for an option that needs the function `name`. */
export function needing(field: string, name: string): QrError {
  return new QrError("NOT_SUPPORTED", { field, rule: needs, values: { name } });
}

function invalid(field: string, rule: Rule, values?: Values): QrError {
  return new QrError("INVALID_OPTION", { field, rule, values });
}

/** Returns the error for options with another format than `text`, the only one that a function draws. `name` is a function
 *  that draws others. */
export function otherFormat(
  { format = "" }: Input,
  text: "svg" | "png" | "pdf" | "eps",
  name: string,
): QrError | undefined {
  return format === "" || (typeof format === "string" && format.toLowerCase() === text)
    ? undefined
    : invalid("format", ONE_FORMAT, { text, name });
}

/** The names of options, each followed by its names in other libraries and services. These names are in lower case,
 *  without separators, and without words such as "color" and "options" at the start or end. */
export const OTHER_NAMES =
  "ec ecc ecl level correct errorcorrection;color fg foreground dark black;bg background light white;size height;" +
  "moduleSize cellsize pixelsize modulewidth scale;margin qzone quietzone border marginsize padding includemargin;format type renderas;logo image imagesrc imagesettings;mask maskpattern;" +
  "version minversion typenumber;boost boostecc;dotStyle dots shape;eyeStyle cornerssquare;pupilStyle cornersdot";

/** Returns the option in `options` for which `name` is another spelling, or its name in other libraries and services.
 *  Returns undefined if there is none. */
export function otherNameOf(name: string, options: readonly string[]): string | undefined {
  const word = plain(name).replace("colour", "color");
  const core = word.replace(/^color(?=.)|(?<=.)(?:color|level|options)$/, "");
  const [meant = core] = OTHER_NAMES.split(";").flatMap((row) => {
    const names = row.split(" ");
    return names.includes(core) ? names : [];
  });
  return nearest(word, options, 0) ?? nearest(meant, options, 0);
}

/** Returns the option in `options` that `name` probably means. See `otherNameOf` and `nearest`. */
export function meantBy(name: string, options: readonly string[]): string | undefined {
  return otherNameOf(name, options) ?? nearest(name, options);
}
