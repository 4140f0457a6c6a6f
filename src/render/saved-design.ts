import { QrError } from "../errors.ts";
import { gradientText } from "../options/look-kinds.ts";
import { overlay } from "../options/presets.ts";
import { DESIGN, type DesignInput, lookTable, type Row } from "../options/table.ts";
import { ownOptions } from "../options/unknown-names.ts";

const LOOK_OBJECT = '{field} must be an object of look options, such as {"color":"1a5fb4"}';

const SIZES = [
  ["size", "moduleSize"],
  ["moduleSize", "size"],
  ["width", "size"],
  ["width", "moduleSize"],
] as const;

/** The options of a design that is spread into others. */
interface Spread {
  readonly [DESIGN]?: { readonly saved?: Pick<DesignInput, "size" | "moduleSize"> };
}

/** Returns `options` without those that are null, which means "not set" in saved designs. Gradients may stay null, because
 *  they replace that of the preset. A logo in base64 becomes a data URI with the type in `logoMime`. */
export function readSaved<Options extends object>(options: Options): Options {
  const rows: Readonly<Record<string, Row>> = lookTable;
  const set = Object.entries(ownOptions(options)).flatMap(([name, word]) => {
    const isGradient = rows[name]?.kind === "gradient";
    if (word === undefined || (word === null && !isGradient)) return [];
    // Designs are saved as JSON, which all interfaces read, and the others know gradients as text only.
    return [[name, isGradient && typeof word === "object" && word ? gradientText(word) : word]];
  });
  const { logoMime = "image/png", ...input } = Object.fromEntries(set);
  // A size next to the spread of a design replaces the one in the design.
  const saved = (options as Spread)[DESIGN]?.saved;
  for (const [name, other] of SIZES) {
    if (input[name] !== undefined && saved?.[other] !== undefined && saved[other] === input[other]) delete input[other];
  }
  const { logoData } = input;
  if (typeof logoData === "string" && !/^data:/i.test(logoData)) {
    input.logoData = `data:${logoMime};base64,${logoData.replaceAll("-", "+").replaceAll("_", "/")}`;
  }
  return input as Options;
}

/** Returns `options` merged with the options in their `design`, an object. `options` win.
 *  @throws {QrError} INVALID_OPTION. */
export function withSaved<Options extends object>(input: Options & { readonly design?: unknown }) {
  const { design, ...options } = ownOptions(input);
  const own = readSaved(options);
  if (design === undefined || design === null) return own as Options;
  if (typeof design === "object" && !Array.isArray(design)) return overlay(readSaved(design), own) as Options;
  throw new QrError("INVALID_OPTION", { field: "design", rule: LOOK_OBJECT });
}
