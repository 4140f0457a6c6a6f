import { encodeSymbol } from "../../src/core/core.ts";
import { type MessageParts, messageOf, QrError } from "../../src/errors.ts";
import { type Field, ruleOf } from "../../src/payload/kind.ts";
import { readWebAddress } from "../../src/payload/url.ts";
import { el } from "../dom.ts";
import { fieldMessages, kindLabel, labelOf } from "../labels.ts";
import { attempt, isBlank, isVisible, kindOf, type Reading, visibleValues } from "../reading.ts";
import { changeForm, type FormValues, type State, type Store } from "../state.ts";
import { createInput, type FieldInput } from "./field-input.ts";

/** Creates the form for the selected kind from the kind's table of fields. */
export function createKindForm(store: Store) {
  const holder = el("div", { class: "fields", role: "group" });
  let shown = "";
  let inputs: ReadonlyMap<string, FieldInput> = new Map();
  /** Fields that have lost focus at least once. Other fields show no error while they are empty. */
  const visited = new Set<string>();
  let forms: State["forms"] = {};

  store.watch(({ kind, forms: filled }) => {
    forms = filled;
    const { name, fields } = kindOf(kind);
    if (name !== shown) {
      shown = name;
      visited.clear();
      // If the form already has content, its empty required fields show errors immediately.
      if (hasContent()) for (const field of Object.keys(fields)) visited.add(field);
      inputs = new Map(Object.entries(fields).map(([field, row]) => [field, inputFor(name, field, row)]));
      const element = (field: string) => inputs.get(field)?.element ?? "";
      const first = Object.keys(fields)
        .filter((field) => !fields[field]?.formal)
        .slice(0, MAX_FIRST_FIELDS);
      const others = Object.keys(fields).filter((field) => !first.includes(field));
      holder.setAttribute("aria-label", kindLabel(kindOf(kind)));
      holder.replaceChildren(...first.map(element), ...(others.length > 0 ? [more(others.map(element))] : []));
    }
    const form = forms[name] ?? {};
    for (const [field, input] of inputs) {
      input.set(form[field]);
      input.element.hidden = !isVisible(name, field, form);
    }
  });

  function inputFor(kind: string, name: string, row: Field): FieldInput {
    return createInput(kind, name, row, {
      change: (value) => changeForm(store, kind, { [name]: value }, `${kind}.${name}`),
      leave() {
        // An empty form shows no errors, even after its fields have had focus.
        if (!hasContent()) return;
        for (const field of inputs.keys()) {
          visited.add(field);
          if (field === name) break;
        }
        if (latest) show(latest);
      },
    });
  }

  function hasContent(): boolean {
    return Object.values(forms[shown] ?? {}).some((value) => !isBlank(value));
  }

  let latest: Reading | undefined;
  /** Shows the error of `reading` below its field, if the field is in this form. */
  function show(reading: Reading): void {
    latest = reading;
    const error = reading.error ?? tooLong(reading, visibleValues(shown, forms[shown] ?? {}));
    for (const [name, input] of inputs) {
      const isWrong = error?.field === name && (visited.has(name) || input.isFilled());
      if (isWrong) input.showError(messageInForm(name, error), reading.error && completedUrl(name));
      else input.showError("");
    }
  }

  /** If a missing scheme is the only error of the URL in the field, returns the URL with a scheme added. Otherwise,
   *  returns undefined. */
  function completedUrl(name: string): string | undefined {
    const field = kindOf(shown).fields[name];
    const value = forms[shown]?.[name];
    if (field?.kind !== "line" || field.opens !== "web" || typeof value !== "string") return undefined;
    const url = readWebAddress(value.trim());
    return url !== undefined && url !== value && url.length <= field.max ? url : undefined;
  }

  /** Returns the message to show for `error` below the field `name`. */
  function messageInForm(name: string, error: MessageParts): string {
    const field = kindOf(shown).fields[name];
    const rule = error.rule.replace(/^(is required) and .*/, "$1");
    const message = fieldMessages[field?.opens === "web" ? "web" : `${shown}.${name}`];
    return message && field && rule === ruleOf(field) ? message : messageOf({ ...error, rule }, labelInForm);
  }

  /** Returns the label of a field of the form, or of an option, as it appears in a message. */
  function labelInForm(name: string, first?: boolean): string {
    const { fields } = kindOf(shown);
    const label = Object.hasOwn(fields, name) ? fields[name]?.label : undefined;
    if (label === undefined) return labelOf(name, first);
    return first ? label : label.toLowerCase();
  }

  return { element: holder, show };
}

function more(children: readonly (Node | string)[]): HTMLElement {
  return el(
    "details",
    { class: "more" },
    el("summary", {}, "More fields"),
    el("div", { class: "fields" }, ...children),
  );
}

/** Maximum number of fields to show at first. "More fields" shows the remaining ones. */
const MAX_FIRST_FIELDS = 8;

/** Returns an error for the longest field if the form is valid but its text is too long, or undefined if the text
 *  fits. */
function tooLong({ data, options }: Reading, form: FormValues): MessageParts | undefined {
  if (data === undefined) return undefined;
  const error = attempt(() => encodeSymbol(data, options));
  if (!(error instanceof QrError)) return undefined;
  const [[field = ""] = []] = Object.entries(form).sort(([, a], [, b]) => String(b).length - String(a).length);
  return { field, rule: error.rule };
}
