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
