import { kinds, plainText } from "../../src/payload/payload.ts";
import { el } from "../dom.ts";
import { kindLabel } from "../labels.ts";
import type { Store } from "../state.ts";

/** Those that are asked for most come first. */
const ORDER = ["url", "text", "wifi", "vcard", "mail", "phone", "sms", "event", "geo", "sepa"];
const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** One radio button for each kind of payload. */
export function createKindPicker(store: Store): HTMLElement {
  const choices = [...kinds].sort((a, b) => place(a.name) - place(b.name));
  const inputs = choices.map(({ name }) =>
    el("input", { type: "radio", name: "kind", value: name, onchange: () => store.change({ kind: name }, "kind") }),
  );
  store.watch(({ kind }) => {
    const shown = choices.some(({ name }) => name === kind) ? kind : plainText.name;
    for (const input of inputs) input.checked = input.value === shown;
  });
  return el(
    "fieldset",
    { class: "kinds" },
    el("legend", {}, "What it holds"),
    el(
      "div",
      { class: "chips" },
      ...choices.map((choice, at) => el("label", { class: "chip" }, inputs[at], el("span", {}, kindLabel(choice)))),
    ),
  );
}
