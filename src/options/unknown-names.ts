import { unknownOption } from "../messages/developer-rules.ts";
import type { Message } from "../messages/message.ts";
import {
  type dataUrlTable,
  type designTable,
  type LogoName,
  type lookTable,
  type pngTable,
  rows,
  type svgTable,
  type symbolTable,
  type terminalTable,
} from "./table.ts";

const UNKNOWN_USE = "{field} is unknown: use {name}";

// Which names are not options of a function, and what they probably mean: an option that needs design(), an option of
// another function, or what another library or service calls an option.

type Input = { readonly [Name in string]?: unknown };

/** The options that need no design and are not in `pngTable`. */
type OtherName =
  | "data"
  | Exclude<keyof typeof svgTable | keyof typeof terminalTable | keyof typeof dataUrlTable, keyof typeof pngTable>
  | Exclude<LogoName, keyof typeof lookTable>;

/** The options of images that are not options of symbols. */
type ImageName = Exclude<keyof typeof designTable, keyof typeof symbolTable | OtherName>;

// Names without rows, because pages must not contain the rows of options that they do not use. The compiler names
// missing ones.
const others = {
  data: 1,
  format: 1,
  ansi: 1,
  title: 1,
  logo: 1,
  logoData: 1,
  logoMime: 1,
  logoSize: 1,
  logoMargin: 1,
} satisfies Readonly<Record<OtherName, 1>>;

const ofImages = {
  size: 1,
  color: 1,
  bg: 1,
  margin: 1,
  dotStyle: 1,
  dotSize: 1,
  eyeStyle: 1,
  pupilStyle: 1,
  eyeColor: 1,
  pupilColor: 1,
  gradient: 1,
  eyeGradient: 1,
  bgGradient: 1,
  frame: 1,
  caption: 1,
  frameColor: 1,
  captionColor: 1,
  logoShape: 1,
  logoPosition: 1,
  preset: 1,
} satisfies Readonly<Record<ImageName, 1>>;

/** Returns the names of the options that are not in `rows`, but which only designs have or which are unknown. Functions
 *  ignore the other options of other functions. */
export function unknownOptionsIn(input: Input, rows: object): readonly string[] {
  return Object.keys(input).filter(
    (name) => input[name] !== undefined && !(Object.hasOwn(rows, name) || Object.hasOwn(others, name)),
  );
}

/** Returns the first of `input` that is not an option of any function in the library. `rows` are the options of symbols. */
export function unknownIn(input: Input, rows: typeof symbolTable): string | undefined {
  return unknownOptionsIn(input, rows).find((name) => !Object.hasOwn(ofImages, name));
}

/** What qr-code-styling calls the options of a design, without the "Options" at the end. */
const relatives: Readonly<Record<string, string>> = {
  bg: "background",
  dotStyle: "dots",
  eyeStyle: "cornersSquare",
  pupilStyle: "cornersDot",
};

/** Returns the message about an option that does not exist, with the name of the one in `rows` that was probably meant. */
export function messageOfUnknown(name: string, rows: object): Message {
  const isMeant = (one: string) =>
    relatives[one] === name.replace(/Options$/, "") || one.toLowerCase() === name.toLowerCase();
  const meant = Object.keys(rows).find(isMeant);
  return meant ? { rule: UNKNOWN_USE, values: { name: meant } } : { rule: unknownOption };
}

/** The options that other services and libraries call by these names, without case and separators. An image without such an
 *  option would not be the one that was asked for. Other unknown names are ignored, such as those that defeat a cache. */
const otherNames: ReadonlyMap<string, string> = /* @__PURE__ */ (() =>
  new Map<string, string>([
    ...rows.map(([name]) => [plain(name), name] as const),
    ...Object.entries({
      ec: "ecc eclevel errorcorrection errorcorrectionlevel level correctlevel",
      color: "colour fg fgcolor fgcolour foreground foregroundcolor darkcolor",
      bg: "bgcolor bgcolour background backgroundcolor lightcolor",
      size: "width",
      margin: "qzone quietzone",
    }).flatMap(([option, names]) => names.split(" ").map((name) => [name, option] as const)),
  ]))();

/** Returns the option that other services and libraries call by this name; undefined if there is none. */
export function meantBy(name: string): string | undefined {
  return otherNames.get(plain(name));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}
