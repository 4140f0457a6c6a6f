import { errorPage, invitations, labels, sharePage, start } from "../src/languages/en.ts";
import { playground } from "../src/languages/en-playground.ts";
import { createTranslate, type Translate } from "../src/languages/language.ts";
import { payloadLabels } from "../src/languages/payload-labels.ts";

// The English texts of pages, so that tests refer to them by id. Rewording a text then changes no test.

const common = { ...labels, ...payloadLabels() };
const onPlayground = { ...common, ...start, ...invitations, ...playground };
const onSharePage = { ...common, ...invitations, ...sharePage };

/** Returns a text of the playground. */
export const label: Translate<typeof onPlayground> = createTranslate("en", onPlayground);

/** Returns a text of share pages. */
export const shareLabel: Translate<typeof onSharePage> = createTranslate("en", onSharePage);

/** Returns a text of the pages that browsers get instead of pages that cannot be shown. */
export const errorLabel: Translate<typeof errorPage> = createTranslate("en", errorPage);
