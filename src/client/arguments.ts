import { dataMissing, QrError } from "../errors.ts";

/** `words`, which a program may have written as something else than an object; `example` says what belongs into it.
 *  @throws {QrError} INVALID_OPTION. */
export function objectOf<Words extends object>(words: Words, example = 'data: "https://example.com"'): Words {
  if (words && typeof words === "object" && !Array.isArray(words)) return words;
  throw new QrError("INVALID_OPTION", 400, `the first argument must be an object, such as { ${example} }`);
}

/** `words`, for an address that nobody looks at before it is opened. @throws {QrError} DATA_MISSING or INVALID_OPTION. */
export function withData<Words extends { readonly data: string }>(words: Words): Words {
  if (objectOf(words).data) return words;
  throw dataMissing();
}
