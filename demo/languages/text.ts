import { labels, type PlainId, start, type Translate } from "../product/languages.ts";
import { invitations, payloadLabels, playground } from "../product/texts.ts";
import { addEnglish, textIn } from "./language.ts";

// The texts of modules that are loaded after the first code.

const english = { ...labels, ...start, ...playground, ...invitations, ...payloadLabels() };

addEnglish(english);

export type TextId = PlainId<typeof english>;

/** Returns the text with this id in the language of the page, with its placeholders replaced. */
export const text: Translate<typeof english> = (id, ...values) => textIn(id, ...values);

/** Returns whether `id`, which consists of names, is the id of a text. Such texts have no placeholders. */
export function isTextId(id: string): id is TextId {
  return Object.hasOwn(english, id);
}

/** Returns `label` in the quotation marks of the language. */
export function quoted(label: string): string {
  return text("quoted", { label });
}
