import { QrError, type QrErrorCode } from "../src/errors.ts";

/** Returns an error whose message is `text` or, with a field, the name of the field followed by `text`. Names in braces
 *  are those of options. */
export function testError(code: QrErrorCode, text: string, field?: string, cause?: unknown): QrError {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const values = Object.fromEntries(names.map((name) => [name, { option: name }]));
  return new QrError(code, { field, rule: field === undefined ? text : `{field} ${text}`, values, cause });
}
