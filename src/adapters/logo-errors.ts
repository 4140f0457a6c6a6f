import { QrError } from "../errors.ts";

/** 400: an address that nobody may fetch a logo from. `rule` stands after the option's name. */
export function addressRefused(rule: string): QrError {
  return new QrError("LOGO_UNREACHABLE", 400, `logo ${rule}`, "logo");
}

/** 400 for a name that is unknown or leads where nobody may go. One sentence for both, so that no one can find out by it
 *  which names a private network knows. */
export function notPublic(): QrError {
  return addressRefused(
    "must be on a public server, whose host name is known everywhere: or send the image as logoData",
  );
}

/** 502: the fault of the logo's server. Says nothing of what that server said. */
export function serverFailed(what: string): QrError {
  return new QrError("LOGO_UNREACHABLE", 502, `logo ${what}`, "logo");
}
