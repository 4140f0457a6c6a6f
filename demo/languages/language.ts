/** The values for the placeholders of a text. Numbers are written as in the language. */
type Values = Readonly<Record<string, string | number>>;

/** An English text that depends on the value `count`. Its translations are found by `other`. */
interface Plural {
  readonly one: string;
  readonly other: string;
}

/** The translations of a language, by English text. A text with a number has one translation per plural category. */
export type Dictionary = Readonly<Record<string, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>;

/** Returns the translation of `english`, with its placeholders in braces replaced. */
export type Translate = (english: string | Plural, values?: Values) => string;

/** Creates the function that translates into the language `tag`. Texts that `dictionary` lacks stay English. */
export function createTranslate(tag: string, dictionary: Dictionary = {}): Translate {
  return (english, values = {}) => {
    const translation = dictionary[typeof english === "string" ? english : english.other];
    const found = translation ?? english;
    const pattern = typeof found === "string" ? found : formOf(found, translation ? tag : "en", Number(values.count));
    return pattern.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name] ?? placeholder;
      return typeof value === "number" ? value.toLocaleString(tag) : value;
    });
  };
}

function formOf(forms: Dictionary[string] & object, tag: string, count: number): string {
  return forms[new Intl.PluralRules(tag).select(count)] ?? forms.other ?? "";
}

/** Returns the first of the languages `wanted` that is in `available`, or English. Regions are ignored, but scripts must
 *  match. */
export function chooseLanguage(wanted: readonly string[], available: readonly string[]): string {
  for (const tag of wanted) {
    const found = available.find((one) => scriptOf(one) === scriptOf(tag));
    if (found !== undefined) return found;
  }
  return "en";
}

/** Returns the text direction of the language `tag`. */
export function directionOf(tag: string): "ltr" | "rtl" {
  return /-(?:Arab|Hebr)$/.test(scriptOf(tag)) ? "rtl" : "ltr";
}

/** Returns the language and script of `tag`, such as zh-Hans. Browsers can have invalid tags, such as en-US@posix. */
function scriptOf(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return "";
  }
}
