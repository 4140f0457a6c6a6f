import { el } from "../dom.ts";
import type { Store } from "../state.ts";
import { createColours } from "./colours.ts";
import { createOptionInput } from "./option-input.ts";
import { createStylePicker } from "./style-picker.ts";

/** Options that are asked for often, and those of the standard, in the order in which they are shown. The others have a
 *  place of their own. */
const OFTEN = ["size", "margin"] as const;
const SELDOM = ["ec", "version", "mask", "boost", "eci", "title"] as const;

export function createLook(store: Store): HTMLElement {
  const fields = (names: readonly ((typeof OFTEN)[number] | (typeof SELDOM)[number])[]) =>
    el("div", { class: "fields" }, ...names.map((name) => createOptionInput(store, name)));
  return el(
    "section",
    { "aria-labelledby": "look-heading" },
    el("h2", { id: "look-heading" }, "Look"),
    createStylePicker(store),
    createColours(store),
    fields(OFTEN),
    el("details", { class: "more" }, el("summary", {}, "More options"), fields(SELDOM)),
  );
}
