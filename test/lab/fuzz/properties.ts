import { demand } from "./target.ts";

/** Properties that all responses must have. */

/** Matches internal details that messages to clients must not contain: stack frames, paths, and names of errors. */
const INTERNALS =
  /\bat \S+ \(\S+:\d+|\bat (?:async )?\S+:\d+:\d+|node:internal|node_modules|file:\/\/|\/(?:src|dist|build|home|work|tmp)\/|\b(?:Type|Range|Reference|Syntax|Zod|Runtime)Error\b|invalid_type|"code":|\bundefined\b|\[object |\bNaN\b/;

/** Checks that `text` is a single line without internal details. It may quote `own`, the client's text. */
export function checkMessage(text: unknown, own = ""): void {
  demand(typeof text === "string" && text.length > 0, `an error has no message: ${JSON.stringify(text)}`);
  demand(!/[\r\n]/.test(text), `an error message has more than one line: ${text}`);
  const found = INTERNALS.exec(text)?.[0];
  demand(found === undefined || own.includes(found), `an error message has internal details: ${text}`);
  demand(text.length < 700 + own.length, `an error message is too long: ${text.slice(0, 200)}`);
}

/** Returns whether the server rejected the request because it is busy, which is not a failure. */
const isBusy = (status: number, headers: Headers) => status === 503 && headers.has("Retry-After");

/** Checks the status of a response and, for errors, the body. `offered` lists the expected statuses from 500 up: 501
 *  for features that the host lacks, and 502 if the logo's server fails. */
export function checkResponse(
  { status, headers }: Pick<Response, "status" | "headers">,
  body: Uint8Array,
  own = "",
  offered: readonly number[] = [502],
): void {
  const text = () => Buffer.from(body).toString();
  const isExpected = status < 500 || offered.includes(status) || isBusy(status, headers);
  demand(isExpected, `the status is ${status}: ${text().slice(0, 300)}`);
  if (status < 400) return;
  demand(
    headers.get("Content-Type")?.startsWith("application/json") === true,
    `an error of status ${status} is not JSON: ${headers.get("Content-Type")} ${text().slice(0, 100)}`,
  );
  const parsed = parseJson(text());
  demand(isRecord(parsed), `an error body of status ${status} is not a JSON object: ${text().slice(0, 100)}`);
  if ("jsonrpc" in parsed) return;
  demand(Object.keys(parsed).join() === "error", `an error body has other members than error: ${Object.keys(parsed)}`);
  checkMessage(parsed.error, own);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function checkSame(first: Uint8Array, second: Uint8Array): void {
  demand(Buffer.compare(first, second) === 0, "the same input returned different bytes");
}
