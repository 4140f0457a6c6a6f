import { QrError } from "../errors.ts";
import type { QrOptions } from "../options/table.ts";

/** Refuses what the table knows but no pen draws yet, so that nobody gets a picture without the logo they asked for.
 *  @throws {QrError} NOT_SUPPORTED. */
export function refuseUndrawn({ logo, logoData }: QrOptions): void {
  const field = logo !== undefined ? "logo" : logoData !== undefined ? "logoData" : undefined;
  if (field) throw new QrError("NOT_SUPPORTED", 400, `${field} is not drawn yet: leave it out`, field);
}
