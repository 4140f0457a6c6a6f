import { fillText, type RuleTexts } from "../product/languages.ts";
import type { ChoiceOf, Message, NameOf, Rule, RuleId, Value } from "../product/messages.ts";

/** The functions that display the names, values and numbers in a message. */
export interface MessageWords {
  readonly nameOf: NameOf;
  /** Returns the label of a choice of an option, or another value unchanged. */
  readonly choiceOf: ChoiceOf;
  readonly numberOf: (value: number, digits: number) => string;
}

/** Returns the translation of a message, or undefined if there is none. */
export type TranslateMessage = (message: Message, words: MessageWords) => string | undefined;

/** Maximum nesting of clauses. */
const DEEPEST = 8;

/** Creates the function that translates messages into the language `tag`. */
export function createTranslateMessage(
  tag: string,
  rules: Partial<RuleTexts>,
  ids: ReadonlyMap<Rule, RuleId>,
): TranslateMessage {
  /** Returns the translation of a message. `isFirst` is whether the message starts a sentence. */
  function translated(message: Message, words: MessageWords, isFirst: boolean, depth: number): string | undefined {
    const { rule, field, values = {} } = message;
    const id = ids.get(rule);
    const text = id && rules[id];
    if (text === undefined || depth > DEEPEST) return undefined;
    const pattern = typeof text === "string" ? text : (text.other ?? "");
    const shown: Record<string, string | number> = {};
    for (const [placeholder, name = ""] of pattern.matchAll(/\{(\w+)\}/g)) {
      const startsHere = isFirst && pattern.startsWith(placeholder);
      const value = name === "field" ? field && { option: field } : aboutOption(values[name], values.option);
      // The number itself selects the plural form, so it is not replaced by its text.
      const part = name === "count" && typeof value === "number" ? value : textOf(value, words, startsHere, depth);
      if (part === undefined) return undefined;
      shown[name] = part;
    }
    return fillText(tag, text, shown, true);
  }

  function textOf(value: Value | undefined, words: MessageWords, isFirst: boolean, depth: number): string | undefined {
    if (value === undefined || typeof value === "string") return value;
    if (typeof value === "number") return words.numberOf(value, decimalsOf(value));
    if ("rule" in value) return translated(value, words, isFirst, depth + 1);
    if ("number" in value) return words.numberOf(value.number, value.digits ?? decimalsOf(value.number));
    const { option, value: chosen } = value;
    if (chosen === undefined) return words.nameOf(option, isFirst);
    return typeof chosen === "number"
      ? words.numberOf(chosen, decimalsOf(chosen))
      : words.choiceOf(option, String(chosen));
  }

  return (message, words) => translated(message, words, true, 0);
}

/** Returns `value` or, for a clause without a field, a copy that names the option of its sentence, because translations
 *  name it again. An example is "must be 1 or 2" in "has an invalid size, which must be 1 or 2". */
function aboutOption(value: Value | undefined, named: Value | undefined): Value | undefined {
  const isClause = typeof value === "object" && "rule" in value && value.field === undefined;
  return isClause && typeof named === "object" && "option" in named ? { ...value, field: named.option } : value;
}

const decimalsOf = (value: number): number => String(value).split(".")[1]?.length ?? 0;
