import { dataMissing, QrError } from "../errors.ts";

const FIRST_ARGUMENT = "the first argument must be an object, such as { {example} }";
const FUNCTION = "{field} must be a function";
const ABORT_SIGNAL = "{field} must be an AbortSignal, such as the signal of an AbortController";

/** Returns `words`. @throws {QrError} INVALID_OPTION if they are not an object; the message contains `example`. */
export function objectOf<Words extends object>(words: Words, example = 'data: "https://example.com"'): Words {
  if (words && typeof words === "object" && !Array.isArray(words)) return words;
  throw new QrError("INVALID_OPTION", { rule: FIRST_ARGUMENT, values: { example } });
}

/** Returns `words`. @throws {QrError} DATA_MISSING if they have no data, INVALID_OPTION if they are not an object. */
export function withData<Words extends { readonly data: string }>(words: Words): Words {
  if (objectOf(words).data) return words;
  throw dataMissing();
}

/** Returns `value`. @throws {QrError} INVALID_OPTION if it is neither a function nor undefined. */
export function functionOf<Value>(name: string, value: Value): Value {
  if (value === undefined || typeof value === "function") return value;
  throw new QrError("INVALID_OPTION", { field: name, rule: FUNCTION });
}

/** Returns the signal in `settings`, if any. @throws {QrError} INVALID_OPTION if it is not an AbortSignal. */
export function signalIn(settings: { readonly signal?: AbortSignal | undefined } | null | undefined) {
  const signal = settings?.signal ?? undefined;
  if (signal === undefined || signal instanceof AbortSignal) return signal;
  throw new QrError("INVALID_OPTION", { field: "signal", rule: ABORT_SIGNAL });
}
