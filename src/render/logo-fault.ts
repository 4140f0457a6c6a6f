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
