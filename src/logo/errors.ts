import { QrError } from "../errors.ts";
import { LOGO_TIME_LIMIT, MAX_LOGO_BYTES } from "./limits.ts";

/** 400: the logo cannot be used. In all these functions, `rule` is the text that follows the option's name. */
export function logoFault(rule: string, options?: ErrorOptions): QrError {
  return new QrError("LOGO_INVALID", 400, rule, "logo", options);
}

export function logoTooLarge(most = MAX_LOGO_BYTES): QrError {
  const rule = `must be at most ${most / 1024 / 1024} MB: use a smaller image`;
  return new QrError("LOGO_TOO_LARGE", 413, rule, "logo");
}

/** 400: fetching logos from this URL is not allowed. */
export function addressRefused(rule: string): QrError {
  return new QrError("LOGO_UNREACHABLE", 400, rule, "logo");
}

export function portRefused(): QrError {
  return addressRefused("must use the default port of http or https, or a port from 1024 to 65535");
}

/** 502: fetching the logo took longer than `limit` milliseconds. */
export function logoTooSlow(limit = LOGO_TIME_LIMIT): QrError {
  return serverFailed(`could not be fetched within ${limit / 1000} s: send the image as {logoData}`);
}

/** 400: the host name is unknown or resolves to a private address. Both get the same message, so that callers cannot
 *  discover the names of a private network. */
export function notPublic(): QrError {
  return addressRefused(
    "must be on a server with a public host name: use another URL, or send the image as {logoData}",
  );
}

/** 502: the logo's server failed. The message must not contain anything from the server's response. */
export function serverFailed(rule: string): QrError {
  return new QrError("LOGO_UNREACHABLE", 502, rule, "logo");
}
