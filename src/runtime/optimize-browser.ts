import type { Optimization } from "../api.ts";
import { QrError } from "../errors.ts";

export { QrError, type QrErrorCode } from "../errors.ts";

export const NO_SEARCHES = "searches need Node.js, Deno or Bun: use optimize of isoqr/client, or isoqr optimize";

/** The function of optimize.ts for browsers and edge hosts, so that a program that imports isoqr/optimize can be bundled for
 *  them.
 *  @throws {QrError} NOT_SUPPORTED. */
export async function optimize(): Promise<Optimization> {
  throw new QrError("NOT_SUPPORTED", { rule: NO_SEARCHES });
}
