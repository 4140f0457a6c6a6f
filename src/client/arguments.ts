import { dataMissing, QrError } from "../errors.ts";
import { didYouMean, unknownOption } from "../messages/developer-rules.ts";
import { MAX_NAME_LENGTH, nearest } from "../text/nearest.ts";

export const FIRST_ARGUMENT = "the first argument must be an object, such as { {example} }";
export const FUNCTION = "{field} must be a function";
export const ABORT_SIGNAL = "{field} must be an AbortSignal, such as the signal of an AbortController";

/** Checks that `input` is an object, and returns it. @throws {QrError} INVALID_OPTION, with `example` in the message. */
export function objectOf<Input extends object>(input: Input, example = 'data: "https://example.com"'): Input {
  if (input && typeof input === "object" && !Array.isArray(input)) return input;
  throw new QrError("INVALID_OPTION", { rule: FIRST_ARGUMENT, values: { example } });
}

/** Checks that `input` has data, and returns it. @throws {QrError} DATA_MISSING, or INVALID_OPTION if it is not an object. */
export function withData<Input extends { readonly data: string }>(input: Input): Input {
  if (objectOf(input).data) return input;
  throw dataMissing();
}

/** Checks that all settings with a value have a name in `known`. Accepts other values than objects.
 *  @throws {QrError} INVALID_OPTION. */
export function checkNames(settings: unknown, known: Readonly<Record<string, true>>): void {
  for (const [name, value] of typeof settings === "object" ? Object.entries(settings ?? {}) : []) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    const meant = nearest(name, Object.keys(known));
    const values = { name: meant ?? "" };
    const field = name.slice(0, MAX_NAME_LENGTH);
    throw new QrError("INVALID_OPTION", { field, rule: meant ? didYouMean : unknownOption, values });
  }
}

/** Checks that `value` is a function or undefined, and returns it. @throws {QrError} INVALID_OPTION. */
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
