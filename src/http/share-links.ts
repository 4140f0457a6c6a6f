import { isMailAddress } from "../payload/mail-address.ts";
import { mail, type Payload, type PayloadField, phone } from "../payload/payload.ts";
import { isWebAddress } from "../payload/url.ts";

/** Where a page may lead: a payload is anybody's, and a tap must do what the words say and no more. */
const ALLOWED = /^(?:https?|mailto|tel):/i;

/** Kinds whose whole text is an address to open, and the word on the button. */
const VERBS: Readonly<Record<string, string>> = {
  url: "Open page",
  product: "Open page",
  mail: "Write e-mail",
  phone: "Call",
};

/** The address that `text`, which is of `payload`'s kind, is as a whole; undefined for other kinds. Numbers and e-mails
 *  are written anew from their fields: other parameters, such as a file to attach, are obeyed by some programs. */
export function addressOfPayload(payload: Payload, text: string): { address: string; verb: string } | undefined {
  const verb = Object.hasOwn(VERBS, payload.kind) ? VERBS[payload.kind] : undefined;
  const address = rewritten(payload.kind, text);
  return verb !== undefined && ALLOWED.test(address) ? { address, verb } : undefined;
}

function rewritten(kind: string, text: string): string {
  const call = kind === phone.name && phone.parse(text);
  if (call) return phone.build(call);
  const letter = kind === mail.name && mail.parse(text);
  return letter ? mail.build(letter) : text;
}

/** The address behind a field's value, or undefined where it is none to be opened. */
export function addressOfField({ opens, value }: PayloadField): string | undefined {
  if (typeof value !== "string") return undefined;
  if (opens === "web" && isWebAddress(value)) return value;
  if (opens === "mail" && isMailAddress(value)) return `mailto:${encodeURIComponent(value).replace("%40", "@")}`;
  // Digits alone: codes that begin with * or # make some phones do things.
  if (opens === "phone" && /^\+?[0-9][0-9 ().\-/]{1,30}$/.test(value)) return `tel:${value.replace(/[^+0-9]/g, "")}`;
  return undefined;
}
