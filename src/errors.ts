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

/** An error as data. Every interface composes its own message from it. */
export interface ErrorRecord {
  readonly code: QrErrorCode;
  /** The HTTP status that the error maps to. */
  readonly status: number;
  /** The API's name of the invalid option, field or argument. */
  readonly field?: string | undefined;
  /** The message or, if there is a field, the text that follows the field's name. In that text, an option in braces,
   *  such as `{logoData}`, is replaced by the interface's name for it. Escape untrusted text with `literal`. */
  readonly rule: string;
  /** Whether `rule` is the complete message even though there is a field. */
  readonly whole?: boolean | undefined;
  /** The cause, for the operator's log; callers never see it. */
  readonly cause?: unknown;
}

export type MessageParts = Pick<ErrorRecord, "field" | "rule" | "whole">;

/** Returns the message of an error. `nameOf` returns the name of an option in an interface, by default its name in the
 *  API. The parameter `first` is true at the start of the message. */
export function messageOf(
  { field, rule, whole }: MessageParts,
  nameOf: (name: string, first?: boolean) => string = (name) => name,
): string {
  if (field === undefined) return rule;
  const rest = rule.replace(/\{(\w+|\{)\}/g, (_, name) => (name === "{" ? name : nameOf(name)));
  return whole ? rest : `${nameOf(field, true)} ${rest}`;
}

/** Escapes `text` for use in `rule`, where braces mark the name of an option. */
export const literal = (text: string): string => text.replaceAll("{", "{{}");

/** The error class for all expected failures. `message` is safe to show to callers and uses the API's name of the
 *  field. */
export class QrError extends Error implements ErrorRecord {
  declare readonly code: QrErrorCode;
  declare readonly status: number;
  declare readonly rule: string;
  declare readonly field: string | undefined;
  declare readonly whole: boolean | undefined;

  constructor(
    code: QrErrorCode,
    status: number,
    rule: string,
    field?: string,
    details: Pick<ErrorRecord, "whole" | "cause"> = {},
  ) {
    const parts = { field, rule, whole: details.whole };
    super(messageOf(parts), details);
    Object.assign(this, { name: "QrError", code, status, ...parts });
  }
}

/** Returns `error` as a plain record. The error may come from another copy of this module. */
export function toRecord(error: QrError): ErrorRecord {
  const { code, status, field, rule, whole, cause } = error;
  return { code, status, field, rule, whole, ...(cause !== undefined && { cause }) };
}

export function fromRecord({ code, status, rule, field, ...details }: ErrorRecord): QrError {
  return new QrError(code, status, rule, field, details);
}

export function dataMissing(): QrError {
  return new QrError("DATA_MISSING", 400, "is required: pass the text", "data");
}

/** Returns the error for an unexpected failure, with status 500. `cause` is for the operator's log. */
export function internalError(cause?: unknown): QrError {
  return new QrError("INTERNAL", 500, "Internal error", undefined, { cause });
}

/** Returns the error for an optional package that is not installed, with status 501. */
export function packageMissing(name: string, cause?: unknown): QrError {
  const rule = `the npm package ${name} is required, but not installed: run npm install ${name}`;
  return new QrError("NOT_SUPPORTED", 501, rule, undefined, { cause });
}

/** Returns the error for an optional package whose installed version `found` is not in the supported `range`, with
 *  status 501. `newest` is the version to pass to npm install, such as "3" for the latest 3.x. */
export function packageUnsupported(name: string, range: string, found: string, newest: string): QrError {
  const rule = `the npm package ${name} must be version ${range}, but ${found} is installed: run npm install ${name}@${newest}`;
  return new QrError("NOT_SUPPORTED", 501, rule);
}
