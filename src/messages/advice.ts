import type { Message, Rule } from "./message.ts";
import { alsoRemove, alsoTo, both, either, problemAdvice, removeOption, setTo } from "./report-rules.ts";

type OptionValue = string | number | boolean;

/** Returns a message that states a problem, and how to solve it. */
export function withAdvice(problem: Message, advice: Message): Omit<Message, "field"> {
  return { rule: problemAdvice, values: { problem, advice } };
}

/** Returns the advice to give an option a value. `rule` says how, such as "raise {option} to {value}". */
export function setOption(option: string, value: OptionValue, rule: Rule = setTo): Message {
  return { rule, values: { option: { option }, value: { option, value } } };
}

/** Returns the advice to give each option in `set` its value, and to remove the options `removed`. */
export function changeOptions(set: readonly (readonly [string, OptionValue])[], removed: readonly string[]): Message {
  return allOf([
    ...set.map(([name, value], at) => setOption(name, value, at === 0 ? setTo : alsoTo)),
    ...removed.map((option, at) => ({
      rule: at === 0 ? removeOption : alsoRemove,
      values: { option: { option } },
    })),
  ]);
}

/** Joins at least one message, such as "a and b and c". */
export const allOf = (messages: readonly Message[]): Message => joined(messages, both);

/** Joins at least one message, such as "a or b or c". */
export const anyOf = (messages: readonly Message[]): Message => joined(messages, either);

function joined(messages: readonly Message[], rule: Rule): Message {
  return messages.reduce((first, second) => ({ rule, values: { first, second } }));
}
