import { dataMissing, QrError } from "../errors.ts";

/** Returns `words`. @throws {QrError} INVALID_OPTION if they are not an object; the message contains `example`. */
export function objectOf<Words extends object>(words: Words, example = 'data: "https://example.com"'): Words {
  if (words && typeof words === "object" && !Array.isArray(words)) return words;
  throw new QrError("INVALID_OPTION", 400, `the first argument must be an object, such as { ${example} }`);
}

/** Returns `words`. @throws {QrError} DATA_MISSING if they have no data, INVALID_OPTION if they are not an object. */
export function withData<Words extends { readonly data: string }>(words: Words): Words {
  if (objectOf(words).data) return words;
  throw dataMissing();
}

/** Returns `value`. @throws {QrError} INVALID_OPTION if it is neither a function nor undefined. */
export function functionOf<Value>(name: string, value: Value): Value {
  if (value === undefined || typeof value === "function") return value;
  throw new QrError("INVALID_OPTION", 400, "must be a function", name);
}

/** Returns the signal in `settings`, if any. @throws {QrError} INVALID_OPTION if it is not an AbortSignal. */
export function signalIn(settings: { readonly signal?: AbortSignal | undefined } | null | undefined) {
  const signal = settings?.signal ?? undefined;
  if (signal === undefined || signal instanceof AbortSignal) return signal;
  const rule = "must be an AbortSignal, such as the signal of an AbortController";
  throw new QrError("INVALID_OPTION", 400, rule, "signal");
}
