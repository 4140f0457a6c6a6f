/** The English text of a message, with placeholders such as {max}. Each rule is a constant, whose name is the id of the
 *  message in other languages and in tests. {field} is the name of the field that the message is about, and is always
 *  at the start. */
export type Rule = string;

/** A number with a fixed number of decimal places or, without `digits`, with separators between thousands. */
export interface FormattedNumber {
  readonly number: number;
  readonly digits?: number;
}

/** The name of an option or field, or one of its values. Every interface has its own names for them. */
export interface NamedOption {
  readonly option: string;
  readonly value?: unknown;
}

/** The value of a placeholder. A message as a value is a clause of the sentence. */
export type Value = string | number | FormattedNumber | NamedOption | Message;

export type Values = Readonly<Record<string, Value>>;

/** A message as data, which can be posted to other threads. Every interface composes its own text from it. */
export interface Message {
  readonly rule: Rule;
  /** The API's name of the invalid option, field or argument. */
  readonly field?: string | undefined;
  /** The values of the placeholders. */
  readonly values?: Values | undefined;
}

/** Returns the name of an option or field. `first` is true at the start of the message. */
export type NameOf = (name: string, first?: boolean) => string;

/** Returns the name of a value of an option. */
export type ChoiceOf = (option: string, value: string) => string;

/** Returns a message in English, by default with the names of the API. */
export function messageOf(
  { rule, field, values = {} }: Message,
  nameOf: NameOf = (name) => name,
  choiceOf: ChoiceOf = (_, value) => value,
): string {
  const text = field === undefined ? rule.replace("{field} ", "") : rule;
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "field" ? nameOf(field as string, true) : textOf(values[name] ?? "", nameOf, choiceOf),
  );
}

function textOf(value: Value, nameOf: NameOf, choiceOf: ChoiceOf): string {
  if (typeof value !== "object") return String(value);
  if ("rule" in value) return messageOf(value, nameOf, choiceOf);
  if ("number" in value) {
    return value.digits === undefined ? value.number.toLocaleString("en") : value.number.toFixed(value.digits);
  }
  return value.value === undefined ? nameOf(value.option) : choiceOf(value.option, String(value.value));
}

/** The rule of messages without a rule of their own. */
export const VERBATIM = "{message}";

/** Returns a message without a rule of its own, such as the message of another program. */
export const verbatim = (message: string): Message => ({ rule: VERBATIM, values: { message } });
