import type { Field } from "../../src/payload/fields.ts";
import { readWebAddress } from "../../src/payload/url.ts";
import { el } from "../dom.ts";
import { kindLabel } from "../labels.ts";
import { kindOf, type Reading } from "../reading.ts";
import { changeForm, type State, type Store } from "../state.ts";
import { excessOf } from "./excess.ts";
import { createInput, type FieldInput } from "./field-input.ts";
import { atFirst, isAsked, isBlank, wordsInSight } from "./fields.ts";

/** The form of a kind, made from its table of fields. */
export interface KindForm {
  readonly element: HTMLElement;
  /** Shows what is wrong, where a field of this form is. */
  show(reading: Reading): void;
}

/** The form for the kind that is chosen; it changes with the choice. */
export function createKindForm(store: Store): KindForm {
  const holder = el("div", { class: "fields" });
  let shown = "";
  let inputs: ReadonlyMap<string, FieldInput> = new Map();
  /** Fields that somebody has passed: nobody is told of what they did not get to yet. */
  const visited = new Set<string>();
  let forms: State["forms"] = {};

  store.watch(({ kind, forms: filled }) => {
    forms = filled;
    const { name, fields } = kindOf(kind);
    if (name !== shown) {
      shown = name;
      visited.clear();
      // What is filled in already was filled in before: what it lacks was left out.
      if (hasWords()) for (const field of Object.keys(fields)) visited.add(field);
      inputs = new Map(Object.entries(fields).map(([field, row]) => [field, inputFor(name, field, row)]));
      const element = (field: string) => inputs.get(field)?.element ?? "";
      const first = atFirst(fields);
      const others = Object.keys(fields).filter((field) => !first.includes(field));
      holder.setAttribute("aria-label", kindLabel(kindOf(kind)));
      holder.setAttribute("role", "group");
      holder.replaceChildren(...first.map(element), ...(others.length > 0 ? [more(others.map(element))] : []));
    }
    const form = forms[name] ?? {};
    for (const [field, input] of inputs) {
      input.set(form[field]);
      input.element.hidden = !isAsked(name, field, form);
    }
  });

  function inputFor(kind: string, name: string, row: Field): FieldInput {
    return createInput(kind, name, row, {
      change: (value) => changeForm(store, kind, { [name]: value }, `${kind}.${name}`),
      leave() {
        // An empty form is not wrong, wherever somebody went through it.
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
  function show(reading: Reading): void {
    latest = reading;
    const fault = reading.fault ?? excessOf(reading, wordsInSight(shown, forms[shown] ?? {}));
    for (const [name, input] of inputs) {
      const isAtFault = fault?.field === name && (visited.has(name) || input.isFilled());
      const meant = reading.fault && addressMeant(name);
      if (isAtFault) input.complain(sentenceFor(name, fault.message), meant);
      else input.complain("");
    }
  }

  /** The web address that was meant by one without its beginning, where that is all that it lacks. */
  function addressMeant(name: string): string | undefined {
    const field = kindOf(shown).fields[name];
    const word = forms[shown]?.[name];
    if (field?.kind !== "line" || field.opens !== "web" || typeof word !== "string") return undefined;
    const meant = readWebAddress(word.trim());
    return meant !== undefined && meant !== word && meant.length <= field.max ? meant : undefined;
  }

  /** The sentence with the names of fields as they stand on the page; others than its own are known by their capitals. */
  function sentenceFor(name: string, sentence: string): string {
    const { fields } = kindOf(shown);
    const label = fields[name]?.label;
    const named = label && sentence.startsWith(`${name} `) ? label + sentence.slice(name.length) : sentence;
    return named.replace(/\b[a-z]+[A-Z]\w*/g, (word) => fields[word]?.label.toLowerCase() ?? word);
  }

  return { element: holder, show };
}

function more(children: readonly (Node | string)[]): HTMLElement {
  return el("details", { class: "more" }, el("summary", {}, "More"), el("div", { class: "fields" }, ...children));
}
