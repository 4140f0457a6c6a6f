import { el } from "../dom.ts";
import { readState } from "../reading.ts";
import type { Store } from "../state.ts";
import { createKindForm } from "./kind-form.ts";
import { createKindPicker } from "./kind-picker.ts";

/** What the code is to say. */
export function createContent(store: Store): HTMLElement {
  const form = createKindForm(store);
  store.watch((state) => form.show(readState(state)));
  return el(
    "section",
    { "aria-labelledby": "content-heading" },
    el("h2", { id: "content-heading" }, "Content"),
    createKindPicker(store),
    form.element,
  );
}
