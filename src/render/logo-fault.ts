import { QrError } from "../errors.ts";

/** The refusal of a logo; `sentence` goes on after the word "logo", and `options.cause` is what broke over it. */
export function logoFault(sentence: string, options?: ErrorOptions): QrError {
  return new QrError("LOGO_INVALID", 400, `logo ${sentence}`, "logo", options);
}

export function logoTooLarge(): QrError {
  return new QrError("LOGO_TOO_LARGE", 413, "logo must be at most 2 MB: send a smaller picture", "logo");
}
