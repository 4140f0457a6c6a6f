export { labels, start } from "../../src/languages/en.ts";
export {
  chooseLanguage,
  directionOf,
  fillText,
  inOrder,
  type LanguageFile,
  localeOf,
  type PlainId,
  type RuleTexts,
  type Text,
  type Texts,
  type Translate,
  type Values,
} from "../../src/languages/language.ts";
