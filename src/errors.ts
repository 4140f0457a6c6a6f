/** What went wrong, in one word a program can branch on. */
export type QrErrorCode =
  | "INVALID_OPTION"
  | "DATA_MISSING"
  | "DATA_TOO_LONG"
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
  | "STORE_AWAY"
  | "UNREACHABLE"
  | "INTERNAL";

/** The only error isoqr throws on purpose. `message` is public: one sentence that names the field as the
 *  caller wrote it, the rule, and what to do. `status` is the HTTP status it maps to. */
export class QrError extends Error {
  readonly code: QrErrorCode;
  readonly status: number;
  readonly field: string | undefined;

  /** `options.cause` is what is behind it, for the operator's report; no caller is told. */
  constructor(code: QrErrorCode, status: number, message: string, field?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "QrError";
    this.code = code;
    this.status = status;
    this.field = field;
  }
}

/** 400: there is no text to encode. */
export function dataMissing(): QrError {
  return new QrError(
    "DATA_MISSING",
    400,
    "data is required: give the text to encode, such as https://example.com",
    "data",
  );
}

/** What is asked for takes the npm package `name`, which is optional. */
const MISSING = "this server cannot draw that: its operator has to install ";

/** 501: the optional npm package `name` is not installed; `cause` is what was said of it. */
export function packageMissing(name: string, cause?: unknown): QrError {
  return new QrError("NOT_SUPPORTED", 501, `${MISSING}${name}`, undefined, { cause });
}

/** The name of the package that `error` misses, for programs that are no servers; undefined where it is another error. Its
 *  sentence tells, for that comes whole from other threads. */
export function missingPackageOf(error: unknown): string | undefined {
  const isMissing = error instanceof QrError && error.message.startsWith(MISSING);
  return isMissing ? error.message.slice(MISSING.length) : undefined;
}
