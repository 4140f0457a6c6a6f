import type { PictureCode } from "../api.ts";
import { QrError } from "../errors.ts";

export { QrError, type QrErrorCode } from "../errors.ts";

export const NO_PICTURES = "picture codes need Node.js, Deno or Bun: draw them on a server, or with isoqr picture";

/** The function of picture.ts for browsers and edge hosts, so that a program that imports isoqr/picture can be bundled for
 *  them.
 *  @throws {QrError} NOT_SUPPORTED. */
export async function toPictureCode(): Promise<PictureCode> {
  throw new QrError("NOT_SUPPORTED", { rule: NO_PICTURES });
}
