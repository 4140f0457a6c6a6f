import { QrError } from "../errors.ts";
import { MAX_LOGO_BYTES } from "./logo-limits.ts";

/** The refusal of a logo; `sentence` goes on after the word "logo", and `options.cause` is what broke over it. */
export function logoFault(sentence: string, options?: ErrorOptions): QrError {
  return new QrError("LOGO_INVALID", 400, `logo ${sentence}`, "logo", options);
}

export function logoTooLarge(most = MAX_LOGO_BYTES): QrError {
  const sentence = `logo must be at most ${most / 1024 / 1024} MB: send a smaller picture`;
  return new QrError("LOGO_TOO_LARGE", 413, sentence, "logo");
}

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Refuses an SVG as it is copied from HTML, where its namespace goes without saying, and in files it does not.
 *  @throws {QrError} LOGO_INVALID. */
export function checkNamespace(svg: string): void {
  if (!svg.includes(NAMESPACE)) throw logoFault(`is an SVG without xmlns: write <svg xmlns="${NAMESPACE}"`);
}
