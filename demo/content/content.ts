import { kinds, plainText } from "../../src/payload/payload.ts";
import { el } from "../dom.ts";
import { kindLabel } from "../labels.ts";
import { readState } from "../reading.ts";
import type { Store } from "../state.ts";
import { createKindForm } from "./kind-form.ts";

/** Creates the section in which users choose the kind of content and fill in its form. */
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

/** The most common kinds come first. */
const ORDER = ["url", "text", "wifi", "vcard", "mail", "phone", "sms", "event", "geo", "sepa"];
const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** Creates one radio button per kind of payload. */
function createKindPicker(store: Store): HTMLElement {
  const choices = [...kinds].sort((a, b) => rank(a.name) - rank(b.name));
  const inputs = choices.map(({ name }) =>
    el("input", { type: "radio", name: "kind", value: name, onchange: () => store.change({ kind: name }, "kind") }),
  );
  store.watch(({ kind }) => {
    const selected = choices.some(({ name }) => name === kind) ? kind : plainText.name;
    for (const input of inputs) input.checked = input.value === selected;
  });
  const chips = choices.map((choice, at) =>
    el("label", { class: "chip" }, inputs[at], el("span", {}, kindLabel(choice))),
  );
  return el(
    "fieldset",
    { class: "kinds", "aria-labelledby": "content-heading" },
    el("div", { class: "chips" }, ...chips),
  );
}
