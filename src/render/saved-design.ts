import { QrError } from "../errors.ts";
import { overlay } from "../options/presets.ts";
import { lookTable, type Row } from "../options/table.ts";

const LOOK_OBJECT = '{field} must be an object of look options, such as {"color":"1a5fb4"}';

/** Returns `options` without those that are null, which means "not set" in saved designs. Gradients may stay null, because
 *  they replace that of the preset. A logo in base64 becomes a data URI with the type in `logoMime`. */
export function readSaved<Options extends object>(options: Options): Options {
  const rows: Readonly<Record<string, Row>> = lookTable;
  const set = Object.entries(options).filter(
    ([name, word]) => word !== undefined && (word !== null || rows[name]?.kind === "gradient"),
  );
  const { logoMime = "image/png", ...input } = Object.fromEntries(set);
  const { logoData } = input;
  if (typeof logoData === "string" && !/^data:/i.test(logoData)) {
    input.logoData = `data:${logoMime};base64,${logoData.replaceAll("-", "+").replaceAll("_", "/")}`;
  }
  return input as Options;
}

/** Returns `options` merged with the options in their `design`, an object. `options` win.
 *  @throws {QrError} INVALID_OPTION. */
export function withSaved<Options extends object>({ design, ...options }: Options & { readonly design?: unknown }) {
  const own = readSaved(options);
  if (design === undefined || design === null) return own as Options;
  if (typeof design === "object" && !Array.isArray(design)) return overlay(readSaved(design), own) as Options;
  throw new QrError("INVALID_OPTION", { field: "design", rule: LOOK_OBJECT });
}
