import { dataMissing, QrError } from "../errors.ts";
import { checkValues, choice, flag, invalidOption, line, type ValuesOf } from "./kinds.ts";
import type { RawOptions } from "./parse.ts";
import { isObject } from "./read.ts";
import { table } from "./table.ts";

export const DETAILS_LIST =
  '{field} must be a list of up to {max} objects, such as [{"label":"Password","value":"tall latte"}]';

/** Maximum number of details. More would leave too little space for the code. */
export const MAX_DETAILS = 6;

const paper = /* @__PURE__ */ choice({ of: ["A3", "A4", "A5", "A6", "Letter"], default: "A4" });
const orientation = /* @__PURE__ */ choice({ of: ["portrait", "landscape", "tent"], default: "portrait" });
const headline = /* @__PURE__ */ line({ max: 60 });
const hint = /* @__PURE__ */ line({ max: 120 });
const icon = /* @__PURE__ */ choice({ of: ["auto", ...table.captionIcon.of], default: "auto" });
const format = /* @__PURE__ */ choice({ of: ["pdf", "svg"], case: "lower", default: "pdf" });

/** The options of a poster, in addition to those of its code, except for the details. */
export const posterTable = { paper, orientation, headline, hint, icon, format };

export type PosterSettings = ValuesOf<typeof posterTable>;

/** The options of a detail. */
export const detailTable = {
  label: /* @__PURE__ */ line({ max: 60, required: true } as const),
  value: /* @__PURE__ */ line({ max: 200, required: true } as const),
  exact: /* @__PURE__ */ flag({ default: false }),
};

/** A detail on a poster, such as the password of a network. */
export type PosterDetailInput = ValuesOf<typeof detailTable>;

export interface PosterRequest {
  readonly settings: PosterSettings;
  /** Undefined if the request has none, so that the poster gets those that suit the content. */
  readonly details: readonly PosterDetailInput[] | undefined;
  /** The options of the code, unchecked. */
  readonly code: RawOptions;
}

/** Checks the request for a poster, except for the options of its code.
 *  @throws {QrError} DATA_MISSING or INVALID_OPTION. */
export function checkPosterRequest(input: RawOptions): PosterRequest {
  const { details, ...given } = input;
  // An empty text leaves the words out.
  const blank = ["headline", "hint"].filter((name) => given[name] === "");
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !blank.includes(name)));
  if ((others.data ?? others.dataBase64 ?? "") === "") throw dataMissing();
  const empty = Object.fromEntries(blank.map((name) => [name, ""]));
  const settings = { ...checkValues(posterTable, others), ...empty };
  const own = Object.keys(posterTable);
  const code = Object.fromEntries(Object.entries(others).filter(([name]) => !own.includes(name)));
  return { settings, details: details === undefined ? undefined : checkDetails(details), code };
}

function checkDetails(details: unknown): readonly PosterDetailInput[] {
  if (!Array.isArray(details) || details.length > MAX_DETAILS || !details.every(isObject)) {
    throw new QrError("INVALID_OPTION", { field: "details", rule: DETAILS_LIST, values: { max: MAX_DETAILS } });
  }
  return details.map((detail, at) => {
    for (const name of Object.keys(detailTable) as (keyof typeof detailTable)[]) {
      const { [name]: row } = detailTable;
      const isMissing = detail[name] === undefined && "required" in row;
      if (isMissing || (detail[name] !== undefined && row.read(detail[name]) === undefined)) {
        throw invalidOption(`details[${at}].${name}`, row, detail[name]);
      }
    }
    return checkValues(detailTable, detail);
  });
}
