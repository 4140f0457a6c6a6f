import type { PictureCode } from "../api.ts";
import { QrError } from "../errors.ts";

export { QrError, type QrErrorCode } from "../errors.ts";

export const NO_PICTURES =
  "picture codes cannot be drawn on edge hosts: draw them in a browser, or on a server with Node.js, Deno or Bun";

/** The function of picture.ts for edge hosts, so that a program that imports isoqr/picture can be bundled for
 *  them.
 *  @throws {QrError} NOT_SUPPORTED. */
export async function toPictureCode(): Promise<PictureCode> {
  throw new QrError("NOT_SUPPORTED", { rule: NO_PICTURES });
}
