import { literal, QrError } from "../errors.ts";
import { LOGO_TIME_LIMIT, MAX_LOGO_BYTES } from "./limits.ts";

/** Returns the error (400) for a logo that cannot be used. In all these functions, `rule` is the text that follows the
 *  option's name. */
export function logoFault(rule: string, options?: ErrorOptions): QrError {
  return new QrError("LOGO_INVALID", 400, rule, "logo", options);
}

/** Returns the error (400) for an SVG whose text uses `feature`. */
export function unsupportedText(feature: string): QrError {
  return logoFault(`is an SVG whose text uses ${literal(feature)}, which is not supported: convert the text to paths`);
}

export function logoTooLarge(most = MAX_LOGO_BYTES): QrError {
  const rule = `must be at most ${most / 1024 / 1024} MB: use a smaller image`;
  return new QrError("LOGO_TOO_LARGE", 413, rule, "logo");
}

/** Returns the error (400) for a logo URL that is not allowed. */
export function addressRefused(rule: string): QrError {
  return new QrError("LOGO_UNREACHABLE", 400, rule, "logo");
}

export function portRefused(): QrError {
  return addressRefused("must use the default port of http or https, or a port from 1024 to 65535");
}

/** Returns the error (502) for a logo that could not be fetched within `limit` milliseconds. */
export function logoTooSlow(limit = LOGO_TIME_LIMIT): QrError {
  return serverFailed(`could not be fetched within ${limit / 1000} s: send the image as {logoData}`);
}

/** Returns the error (400) for a host name that is unknown or resolves to a private address. Both cases get the same
 *  message, so that callers cannot discover the names of a private network. */
export function notPublic(): QrError {
  return addressRefused(
    "must be on a server with a public host name: use another URL, or send the image as {logoData}",
  );
}

/** Returns the error (502) for a failure of the logo's server. The message must not contain anything from the server's
 *  response. */
export function serverFailed(rule: string): QrError {
  return new QrError("LOGO_UNREACHABLE", 502, rule, "logo");
}
