import { QrError } from "../errors.ts";
import { LOGO_TIME_LIMIT, MAX_LOGO_BYTES } from "./limits.ts";

/** 400: the logo cannot be used. Like every rule here, `rule` follows the option's name. */
export function logoFault(rule: string, options?: ErrorOptions): QrError {
  return new QrError("LOGO_INVALID", 400, rule, "logo", options);
}

export function logoTooLarge(most = MAX_LOGO_BYTES): QrError {
  const rule = `must be at most ${most / 1024 / 1024} MB: send a smaller picture`;
  return new QrError("LOGO_TOO_LARGE", 413, rule, "logo");
}

/** 400: a logo must not be fetched from this address. */
export function addressRefused(rule: string): QrError {
  return new QrError("LOGO_UNREACHABLE", 400, rule, "logo");
}

export function portRefused(): QrError {
  return addressRefused("must use the usual port of http or https, or one from 1024 to 65535");
}

/** 502: the server takes longer than `limit` milliseconds. */
export function logoTooSlow(limit = LOGO_TIME_LIMIT): QrError {
  return serverFailed(`took longer than ${limit / 1000} s to arrive: send it as {logoData}`);
}

/** 400: the host name is unknown, or resolves to a private address. Both have the same message, so that it does not reveal
 *  the names in a private network. */
export function notPublic(): QrError {
  return addressRefused(
    "must be on a public server, whose host name is known everywhere: or send the image as {logoData}",
  );
}

/** 502: the logo's server failed. The message must not contain anything that server sent. */
export function serverFailed(rule: string): QrError {
  return new QrError("LOGO_UNREACHABLE", 502, rule, "logo");
}
