import { dataMissing, QrError } from "../errors.ts";
import { base64, checkValues, choice, text, type ValuesOf } from "./kinds.ts";
import type { RawOptions } from "./parse.ts";
import { pictureTable } from "./picture-table.ts";
import { otherNameIn } from "./query-faults.ts";

export const PICTURE_MISSING = "{field} is required: send an image file as base64 or as a data URI";

const requestRows = {
  data: /* @__PURE__ */ text({ required: true } as const),
  picture: /* @__PURE__ */ base64({ required: true, postOnly: true } as const),
  format: /* @__PURE__ */ choice({ of: ["png", "json"], case: "lower", default: "png" }),
};

/** The options of a request for a picture code. */
export const pictureRequestTable: typeof requestRows & typeof pictureTable = /* @__PURE__ */ Object.assign(
  {},
  requestRows,
  pictureTable,
);

/** Checks the options of a request for a picture code. Ignores unknown names, except for those that other services use.
 *  @throws {QrError} DATA_MISSING or INVALID_OPTION. */
export function checkPictureRequest(input: RawOptions): ValuesOf<typeof pictureRequestTable> {
  const error = otherNameIn(input, pictureRequestTable);
  if (error) throw error;
  const { data = "", picture } = input;
  if (data === "") throw dataMissing();
  if (picture === undefined) throw new QrError("INVALID_OPTION", { field: "picture", rule: PICTURE_MISSING });
  return checkValues(pictureRequestTable, input);
}
