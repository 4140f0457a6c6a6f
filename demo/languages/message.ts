import { literal, type MessageParts, messageOf } from "../../src/errors.ts";
import { createTranslate, type Dictionary } from "../../src/languages/language.ts";

/** The words of the page in a message. */
export interface MessageWords {
  /** Returns the label of an option or a field. `first` is true at the start of the message. */
  readonly nameOf: (name: string, first?: boolean) => string;
  /** Returns the label of a choice of an option, or another value unchanged. */
  readonly choiceOf: (option: string, value: string) => string;
  readonly numberOf: (value: number, digits: number) => string;
}

/** Returns the translation of an error's message, or undefined if there is none. */
export type TranslateMessage = (error: MessageParts, words: MessageWords) => string | undefined;

/** Placeholders for labels, for parts with a translation of their own, and for any text. All others have no spaces. */
const LABELS = ["label", "option", "other"];
const CLAUSES = ["problem", "advice", "first", "second", "rule", "length"];
const TEXTS = ["text", "shown", "guess"];

/** Maximum length of a message to translate. The time grows faster than the length. */
const LONGEST = 600;

interface Template {
  readonly english: string;
  /** The text between the placeholders, and the names of the placeholders, in turns. */
  readonly parts: readonly string[];
}

/** Creates the function that translates messages into the language `tag`. The keys of `rules` are English messages. The
 *  rule of a field follows {label}. A clause such as {advice} is another message. The longest match wins. */
export function createTranslateMessage(tag: string, rules: Dictionary): TranslateMessage {
  const translate = createTranslate(tag, rules, true);
  let templates: readonly Template[] | undefined;

  function translated(source: string, words: MessageWords, isFirst: boolean): string | undefined {
    const [, name] = /^\{(\w+)\}$/.exec(source) ?? [];
    if (name !== undefined) return words.nameOf(name, isFirst);
    templates ??= templatesOf(rules);
    for (const { english, parts } of templates) {
      const groups = matchParts(parts, source);
      const values = groups && valuesOf(english, groups, words, isFirst);
      if (values) return translate(english, values);
    }
    return undefined;
  }

  function valuesOf(
    english: string,
    groups: Readonly<Record<string, string>>,
    words: MessageWords,
    isFirst: boolean,
  ): Record<string, string> | undefined {
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(groups)) {
      const source = name === "rule" ? `${groups.option ?? groups.text} ${value}` : value;
      const shown = CLAUSES.includes(name)
        ? translated(source, words, isFirst && (name === "rule" || english.startsWith(`{${name}}`)))
        : LABELS.includes(name)
          ? words.nameOf(value.slice(1, -1), isFirst && english.startsWith(`{${name}}`))
          : plainValue(value, groups.option, words);
      if (shown === undefined) return undefined;
      values[name] = shown;
    }
    return values;
  }

  return (error, words) => {
    const source = sourceOf(error);
    return source.length > LONGEST ? undefined : translated(source, words, true);
  };
}

/** Returns the message of `error` with all names in braces. Each of several changes gets a verb of its own. */
function sourceOf({ field, rule, whole }: MessageParts): string {
  if (field === undefined) return literal(rule);
  let source = whole ? rule : `{${field}} ${rule}`;
  // Messages from the service begin with the name of the option in the API.
  if (whole && rule.startsWith(`${field} `)) source = `{${field}}${rule.slice(field.length)}`;
  source = source.replace(/ and (?=\{\w+\} to )/g, " and set ");
  for (let before = ""; before !== source; ) {
    before = source;
    source = source.replace(/(remove \{\w+\}) and (?=\{\w+\}(?: and |$))/, "$1 and remove ");
  }
  return source;
}

function plainValue(value: string, option: string | undefined, { nameOf, choiceOf, numberOf }: MessageWords): string {
  const [, digits, decimals = ""] = NUMBER.exec(value) ?? [];
  if (digits !== undefined) return numberOf(Number(`${digits.replaceAll(",", "")}.${decimals}`), decimals.length);
  const shown = messageOf({ field: "", rule: value, whole: true }, nameOf);
  return option === undefined ? shown : choiceOf(option.slice(1, -1), shown);
}

/** Matches numbers, but not colours such as 000000. */
const NUMBER = /^(0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/;

/** The messages that join clauses, the weakest first. */
const JOINS = ["{problem}: {advice}", "{first} or {second}", "{first} and {second}"];

/** Returns the templates, those with the most text first, and those that only join clauses last. */
function templatesOf(rules: Dictionary): readonly Template[] {
  const rankOf = (english: string) => JOINS.indexOf(english) - english.replace(/\{\w+\}/g, "").length / LONGEST;
  return Object.keys(rules)
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((english) => ({ english, parts: english.split(/\{(\w+)\}/) }));
}

/** Returns the values of the placeholders if `parts` match the whole of `source`, each value as short as possible. A regular
 *  expression would backtrack: this tries no placeholder twice at the same position. */
function matchParts(parts: readonly string[], source: string): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  const failed = new Set<number>();

  /** Matches `parts` from the placeholder at the index `at`, whose value begins at `start`. */
  function matchFrom(at: number, start: number): boolean {
    const [name, next = ""] = parts.slice(at);
    if (name === undefined) return start === source.length;
    const state = at * (source.length + 1) + start;
    if (failed.has(state)) return false;
    failed.add(state);
    const last = source.length - next.length;
    let end = at + 2 < parts.length ? source.indexOf(next, start + 1) : source.endsWith(next) ? last : -1;
    for (; end > start; end = end < last ? source.indexOf(next, end + 1) : -1) {
      const value = source.slice(start, end);
      if (!mayBe(name, value) || !matchFrom(at + 2, end + next.length)) continue;
      values[name] = value;
      return true;
    }
    return false;
  }

  const [first = ""] = parts;
  return source.startsWith(first) && matchFrom(1, first.length) ? values : undefined;
}

/** Returns whether the placeholder `name` may have this value. */
function mayBe(name: string, value: string): boolean {
  if (LABELS.includes(name)) return /^\{\w+\}$/.test(value);
  // Otherwise, "{text} must be …" would match "{gradient} has the colour …, which must be …".
  if (TEXTS.includes(name)) return !/^\{\w/.test(value);
  return CLAUSES.includes(name) || !/\s/.test(value);
}
