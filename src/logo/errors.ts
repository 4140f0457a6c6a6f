import { QrError } from "../errors.ts";
import {
  jpegUnsupported,
  logoBytes,
  logoDamaged,
  logoFetchLimited,
  logoHost,
  logoUrlPort,
  saveBaselineJpeg,
  svgTextFeature,
  svgUnsupported,
} from "../messages/logo-rules.ts";
import type { Message, Rule, Values } from "../messages/message.ts";
import { LOGO_TIME_LIMIT, MAX_LOGO_BYTES } from "./limits.ts";

/** Returns the error (400) for a logo that cannot be used. */
export function logoFault(rule: Rule, values?: Values, cause?: unknown): QrError {
  return new QrError("LOGO_INVALID", { field: "logo", rule, values, cause });
}

/** Returns the error (400) for an SVG that cannot be drawn. `text` says what it contains, and what to do instead. */
export function svgFault(text: string, cause?: unknown): QrError {
  return logoFault(svgUnsupported, { text }, cause);
}

/** Returns the error (400) for a JPEG with the unsupported feature `text`, such as more than 8 bits per channel.
 *  `advice` says how to save it without this feature. */
export function jpegFault(text: string, advice: Rule = saveBaselineJpeg): QrError {
  return logoFault(jpegUnsupported, { text, advice: { rule: advice } });
}

/** Returns the error (400) for an SVG whose text uses `feature`. */
export function unsupportedText(feature: string): QrError {
  return logoFault(svgTextFeature, { text: feature });
}

export function brokenFile(kind: string, cause?: unknown): QrError {
  return logoFault(logoDamaged, { kind }, cause);
}

export function logoTooLarge(most = MAX_LOGO_BYTES): QrError {
  const values = { max: most / 1024 / 1024 };
  return new QrError("LOGO_TOO_LARGE", { field: "logo", rule: logoBytes, values });
}

/** Returns the error (400) for a logo URL that is not allowed. */
export function addressRefused(rule: Rule, values?: Values): QrError {
  return new QrError("LOGO_UNREACHABLE", { field: "logo", rule, values, status: 400 });
}

export function portRefused(): QrError {
  return addressRefused(logoUrlPort, { min: 1024, max: 65535 });
}

const IN_TIME = "within {seconds} s: send the image as {option}";

/** Returns the error (502) for a logo that could not be fetched within `limit` milliseconds. */
export function logoTooSlow(limit = LOGO_TIME_LIMIT): QrError {
  return fetchLimited({ rule: IN_TIME, values: { seconds: limit / 1000, option: { option: "logoData" } } });
}

/** Returns the error (502) for a logo that could not be fetched. `text` says from where or how, and what to do. */
export function fetchLimited(text: Message): QrError {
  return serverFailed(logoFetchLimited, { text });
}

/** Returns the error (400) for a host name that is unknown or resolves to a private address. Both cases get the same
 *  message, so that callers cannot discover the names of a private network. */
export function notPublic(): QrError {
  return addressRefused(logoHost, { option: { option: "logoData" } });
}

/** Returns the error (502) for a failure of the logo's server. The message must not contain anything from the server's
 *  response. */
export function serverFailed(rule: Rule, values?: Values): QrError {
  return new QrError("LOGO_UNREACHABLE", { field: "logo", rule, values });
}
