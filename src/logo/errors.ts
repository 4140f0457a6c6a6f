import { QrError } from "../errors.ts";
import { MAX_LOGO_BYTES } from "./limits.ts";

/** The refusal of a logo; `rule` stands after the option's name. */
export function logoFault(rule: string, options?: ErrorOptions): QrError {
  return new QrError("LOGO_INVALID", 400, rule, "logo", options);
}

export function logoTooLarge(most = MAX_LOGO_BYTES): QrError {
  const rule = `must be at most ${most / 1024 / 1024} MB: send a smaller picture`;
  return new QrError("LOGO_TOO_LARGE", 413, rule, "logo");
}

/** 400: an address that nobody may fetch a logo from. `rule` stands after the option's name. */
export function addressRefused(rule: string): QrError {
  return new QrError("LOGO_UNREACHABLE", 400, rule, "logo");
}

/** 400 for a name that is unknown or leads where nobody may go. One sentence for both, so that no one can find out by it
 *  which names a private network knows. */
export function notPublic(): QrError {
  return addressRefused(
    "must be on a public server, whose host name is known everywhere: or send the image as {logoData}",
  );
}

/** 502: the fault of the logo's server. Says nothing of what that server said. */
export function serverFailed(rule: string): QrError {
  return new QrError("LOGO_UNREACHABLE", 502, rule, "logo");
}
