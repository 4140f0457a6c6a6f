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

/** `value`, which is to be a function if it is there at all. @throws {QrError} INVALID_OPTION. */
export function functionOf<Value>(name: string, value: Value): Value {
  if (value === undefined || typeof value === "function") return value;
  throw new QrError("INVALID_OPTION", 400, "must be a function", name);
}

/** The signal in the settings of a call, if there is one. What only looks like it may throw when nobody can hear of it.
 *  @throws {QrError} INVALID_OPTION. */
export function signalIn(settings: { readonly signal?: AbortSignal | undefined } | null | undefined) {
  const signal = settings?.signal ?? undefined;
  if (signal === undefined || signal instanceof AbortSignal) return signal;
  const rule = "must be an AbortSignal, such as that of an AbortController";
  throw new QrError("INVALID_OPTION", 400, rule, "signal");
}
