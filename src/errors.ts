import { type Message, messageOf, type Rule, type Values } from "./messages/message.ts";
import { dataRequired } from "./messages/option-rules.ts";
import { unexpectedError } from "./messages/page-rules.ts";

export type QrErrorCode =
  | "INVALID_OPTION"
  | "DATA_MISSING"
  | "DATA_TOO_LONG"
  | "REQUEST_INVALID"
  | "BODY_INVALID"
  | "BODY_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "LOGO_INVALID"
  | "LOGO_TOO_LARGE"
  | "LOGO_UNREACHABLE"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "NOT_SUPPORTED"
  | "RATE_LIMITED"
  | "BUSY"
  | "TIMED_OUT"
  | "STORE_UNAVAILABLE"
  | "UNREACHABLE"
  | "FAILED"
  | "INTERNAL";

/** An error as data, which can be posted to other threads. */
export interface ErrorRecord extends Message {
  readonly code: QrErrorCode;
  /** The HTTP status, if it differs from that of other errors with this code. */
  readonly status?: number | undefined;
  /** The cause, for the operator's log. Callers never see it. */
  readonly cause?: unknown;
}

/** The error class for all expected failures. `message` is safe to show to callers, and names the field as the API does. */
export class QrError extends Error {
  declare readonly code: QrErrorCode;
  /** The API's name of the invalid option, field or argument. */
  declare readonly field: string | undefined;
  /** @internal */
  declare readonly rule: Rule;
  /** @internal */
  declare readonly values: Values | undefined;
  /** @internal */
  declare readonly status: number | undefined;

  /** @internal */
  constructor(code: QrErrorCode, { rule, field, values, status, cause }: Omit<ErrorRecord, "code">) {
    super(messageOf({ rule, field, values }), cause === undefined ? undefined : { cause });
    Object.assign(this, { name: "QrError", code, field, rule, values, status });
  }
}

/** Returns `error` as a plain record. The error may come from another copy of this module. */
export function toRecord({ code, field, rule, values, status, cause }: QrError): ErrorRecord {
  return { code, field, rule, values, status, ...(cause !== undefined && { cause }) };
}

export const fromRecord = ({ code, ...message }: ErrorRecord): QrError => new QrError(code, message);

/** The HTTP status of each code. */
const STATUSES: Readonly<Record<QrErrorCode, number>> = {
  INVALID_OPTION: 400,
  DATA_MISSING: 400,
  DATA_TOO_LONG: 413,
  REQUEST_INVALID: 400,
  BODY_INVALID: 400,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  LOGO_INVALID: 400,
  LOGO_TOO_LARGE: 413,
  LOGO_UNREACHABLE: 502,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_SUPPORTED: 501,
  RATE_LIMITED: 429,
  BUSY: 503,
  TIMED_OUT: 503,
  STORE_UNAVAILABLE: 503,
  UNREACHABLE: 502,
  FAILED: 500,
  INTERNAL: 500,
};

/** Returns the HTTP status that an error maps to. */
export const statusOf = ({ status, code }: Pick<QrError, "status" | "code">): number => status ?? STATUSES[code];

export function dataMissing(): QrError {
  return new QrError("DATA_MISSING", { field: "data", rule: dataRequired });
}

/** Returns the error for an unexpected failure. `cause` is for the operator's log. */
export function internalError(cause?: unknown): QrError {
  return new QrError("INTERNAL", { rule: unexpectedError, cause });
}

export const PACKAGE_MISSING: Rule = "the npm package {name} is required, but not installed: run npm install {name}";

/** Returns the error for an optional package that is not installed. */
export function packageMissing(name: string, cause?: unknown): QrError {
  return new QrError("NOT_SUPPORTED", { rule: PACKAGE_MISSING, values: { name }, cause });
}

/** Returns whether `error` is about the package `name`, which is not installed. */
export const isPackageMissing = ({ rule, values }: QrError, name: string): boolean =>
  rule === PACKAGE_MISSING && values?.name === name;

export const PACKAGE_UNSUPPORTED: Rule =
  "the npm package {name} must be version {range}, but {found} is installed: run npm install {name}@{newest}";

/** Returns the error for an optional package whose installed version `found` is not in the supported `range`. `newest`
 *  is the version to pass to npm install, such as "3" for the latest 3.x. */
export function packageUnsupported(name: string, range: string, found: string, newest: string): QrError {
  return new QrError("NOT_SUPPORTED", { rule: PACKAGE_UNSUPPORTED, values: { name, range, found, newest } });
}
