import { QrError } from "../errors.ts";

/** `value`, which is to be a function if it is there at all. @throws {QrError} INVALID_OPTION. */
export function functionOf<Value>(name: string, value: Value): Value {
  if (value === undefined || typeof value === "function") return value;
  throw new QrError("INVALID_OPTION", 400, `${name} must be a function`, name);
}

/** The signal in the settings of a call, if there is one. What only looks like it may throw when nobody can hear of it.
 *  @throws {QrError} INVALID_OPTION. */
export function signalIn(settings: { readonly signal?: AbortSignal | undefined } | null | undefined) {
  const signal = settings?.signal ?? undefined;
  if (signal === undefined || signal instanceof AbortSignal) return signal;
  const sentence = "signal must be an AbortSignal, such as that of an AbortController";
  throw new QrError("INVALID_OPTION", 400, sentence, "signal");
}
