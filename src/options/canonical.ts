import { QrError } from "../errors.ts";
import { parseOptions } from "./parse.ts";
import { type QrOptions, rows } from "./table.ts";

/** The shortest query string that reads back as `options`: what differs from the defaults, in the table's order. Two
 *  requests for the same picture have the same canonical query.
 *  @throws {QrError} INVALID_OPTION when `options` hold inline data, which no address can carry. */
export function canonicalQuery(options: QrOptions): string {
  const { data, logo } = options;
  const implied = parseOptions({ data, logo }).options;
  const words: string[] = [];
  for (const [name, row] of rows) {
    const value = options[name];
    const given = name === "data" || name === "logo";
    if (value === undefined || (value === implied[name] && !given)) continue;
    if (row.postOnly) {
      throw new QrError("INVALID_OPTION", 400, `${name} is POST only: no address can carry it`, name);
    }
    words.push(`${name}=${encodeURIComponent(String(value))}`);
  }
  return words.join("&");
}
