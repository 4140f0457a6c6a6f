import { encodeSymbol } from "../../src/core/core.ts";
import { type MessageParts, messageOf, QrError } from "../../src/errors.ts";
import type { Field } from "../../src/payload/kind.ts";
import { kinds, plainText } from "../../src/payload/payload.ts";
import { readWebAddress } from "../../src/payload/url.ts";
import { el } from "../dom.ts";
import { kindLabel, labelOf } from "../labels.ts";
import { isBlank, isShown, kindOf, type Reading, readState, shownWords } from "../reading.ts";
import { changeForm, type FormWords, type State, type Store } from "../state.ts";
import { createInput, type FieldInput } from "./field-input.ts";

/** The section in which the content of the code is filled in. */
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
const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** One radio button per kind of payload. */
function createKindPicker(store: Store): HTMLElement {
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

/** The form of the selected kind, generated from its table of fields. */
function createKindForm(store: Store) {
  const holder = el("div", { class: "fields", role: "group" });
  let shown = "";
  let inputs: ReadonlyMap<string, FieldInput> = new Map();
  /** Fields that were left at least once: errors of fields that are yet to be filled in are not shown. */
  const visited = new Set<string>();
  let forms: State["forms"] = {};

  store.watch(({ kind, forms: filled }) => {
    forms = filled;
    const { name, fields } = kindOf(kind);
    if (name !== shown) {
      shown = name;
      visited.clear();
      // A form that already has content was filled in earlier: what is missing was left out.
      if (hasWords()) for (const field of Object.keys(fields)) visited.add(field);
      inputs = new Map(Object.entries(fields).map(([field, row]) => [field, inputFor(name, field, row)]));
      const element = (field: string) => inputs.get(field)?.element ?? "";
      const first = Object.keys(fields)
        .filter((field) => !fields[field]?.formal)
        .slice(0, SHOWN_AT_ONCE);
      const others = Object.keys(fields).filter((field) => !first.includes(field));
      holder.setAttribute("aria-label", kindLabel(kindOf(kind)));
      holder.replaceChildren(...first.map(element), ...(others.length > 0 ? [more(others.map(element))] : []));
    }
    const form = forms[name] ?? {};
    for (const [field, input] of inputs) {
      input.set(form[field]);
      input.element.hidden = !isShown(name, field, form);
    }
  });

  function inputFor(kind: string, name: string, row: Field): FieldInput {
    return createInput(kind, name, row, {
      change: (value) => changeForm(store, kind, { [name]: value }, `${kind}.${name}`),
      leave() {
        // An empty form shows no errors, even after its fields had the focus.
        if (!hasWords()) return;
        for (const field of inputs.keys()) {
          visited.add(field);
          if (field === name) break;
        }
        if (latest) show(latest);
      },
    });
  }

  function hasWords(): boolean {
    return Object.values(forms[shown] ?? {}).some((word) => !isBlank(word));
  }

  let latest: Reading | undefined;
  /** Shows the error of `reading` at its field, if the field is in this form. */
  function show(reading: Reading): void {
    latest = reading;
    const fault = reading.fault ?? tooLong(reading, shownWords(shown, forms[shown] ?? {}));
    for (const [name, input] of inputs) {
      const isAtFault = fault?.field === name && (visited.has(name) || input.isFilled());
      const meant = reading.fault && addressMeant(name);
      if (isAtFault) input.complain(messageOf(fault, nameOnPage), meant);
      else input.complain("");
    }
  }

  /** Returns the web address with its scheme added, if the scheme is all that is missing. */
  function addressMeant(name: string): string | undefined {
    const field = kindOf(shown).fields[name];
    const word = forms[shown]?.[name];
    if (field?.kind !== "line" || field.opens !== "web" || typeof word !== "string") return undefined;
    const meant = readWebAddress(word.trim());
    return meant !== undefined && meant !== word && meant.length <= field.max ? meant : undefined;
  }

  /** Returns what the page calls a field of the form, or an option. */
  function nameOnPage(name: string, first?: boolean): string {
    const { fields } = kindOf(shown);
    const label = Object.hasOwn(fields, name) ? fields[name]?.label : undefined;
    if (label === undefined) return labelOf(name, first);
    return first ? label : label.toLowerCase();
  }

  return { element: holder, show };
}

function more(children: readonly (Node | string)[]): HTMLElement {
  return el("details", { class: "more" }, el("summary", {}, "More"), el("div", { class: "fields" }, ...children));
}

/** Fields shown at once; the others are behind "More". */
const SHOWN_AT_ONCE = 8;

/** Returns the error of a valid form whose text is too long, at its longest field; undefined if the text fits. */
function tooLong({ data, options }: Reading, form: FormWords): MessageParts | undefined {
  if (data === undefined) return undefined;
  try {
    encodeSymbol(data, options);
    return undefined;
  } catch (error) {
    if (!(error instanceof QrError)) throw error;
    const [[field = ""] = []] = Object.entries(form).sort(([, a], [, b]) => String(b).length - String(a).length);
    return { field, rule: error.rule };
  }
}
