import { encodeSymbol } from "../../src/core/core.ts";
import { QrError } from "../../src/errors.ts";
import type { Message } from "../../src/messages/message.ts";
import { type Field, ruleOf } from "../../src/payload/kind.ts";
import { shorten, understand } from "../../src/payload/typed-values.ts";
import { button, el } from "../dom.ts";
import { brief, fieldLabel, kindLabel, labelOf, message, noteText } from "../labels.ts";
import { inSentence } from "../languages/language.ts";
import { isTextId, quoted, text } from "../languages/text.ts";
import { attempt, isBlank, isRequired, isVisible, kindOf, type Reading, visibleValues } from "../reading.ts";
import { changeForm, type FormValues, replaceForm, START, type State, type Store } from "../state.ts";
import { createAllDay } from "./all-day.ts";
import { createInput, type FieldInput, type Offer } from "./field-input.ts";
import { isWide, splitFields } from "./kind-groups.ts";
import { otherKindsFor, type Pasted, understandPaste } from "./pasted.ts";
import "../style/input.css";

/** Creates the form for the selected kind from the kind's table of fields. */
export function createKindForm(store: Store) {
  const holder = el("div", { class: "fields", role: "group" });
  const legend = el("p", { class: "about" }, text("requiredNote"));
  const pasteNote = el("span", {});
  const pasteUndo = button(text("undo"), () => store.undo(), { class: "quiet", "aria-label": text("undoPaste") });
  const pasteRow = el("div", { class: "row start understood" }, pasteNote, pasteUndo);
  const pasted = el("div", { class: "outcome", role: "status" });
  const allDay = createAllDay(store);
  let shown = "";
  let inputs: ReadonlyMap<string, FieldInput> = new Map();
  /** Fields that have lost focus at least once. Other fields show no error while they are empty. */
  const visited = new Set<string>();
  /** The field that is being edited and had no error before. It shows no error until the user leaves it. */
  let editing: string | undefined;
  let forms: State["forms"] = {};

  store.watch(({ kind, forms: filled }) => {
    forms = filled;
    pasted.replaceChildren();
    const { name, fields } = kindOf(kind);
    if (name !== shown) {
      shown = name;
      visited.clear();
      editing = undefined;
      // If the form already has content, its empty required fields show errors immediately.
      if (hasContent()) for (const field of Object.keys(fields)) visited.add(field);
      const { first, others } = splitFields(name, fields);
      const row = (field: string) => fields[field] as Field;
      inputs = new Map([...first, ...others].map((field) => [field, inputFor(name, field, row(field))]));
      for (const [field, { element }] of inputs) element.classList.toggle("wide", isWide(name, field, row(field)));
      const element = (field: string) => inputs.get(field)?.element ?? "";
      holder.setAttribute("aria-label", kindLabel(kindOf(kind).name));
      holder.replaceChildren(
        ...first.flatMap((field) => (field === "start" ? [allDay.element, element(field)] : [element(field)])),
        ...(others.length > 0 ? [more(others.map(element))] : []),
      );
    }
    const form = forms[name] ?? {};
    allDay.update(form);
    for (const [field, input] of inputs) {
      input.set(form[field]);
      input.element.hidden = !isVisible(name, field, form);
      input.setRequired(isRequired(name, field, form));
      const value = form[field];
      input.showNote(typeof value === "string" ? noteText(understand(name, field, value).note) : "");
    }
    for (const grid of [holder, ...holder.querySelectorAll(".fields")]) fillRows(grid);
    legend.hidden = inputs.size === 1 || !Object.values(fields).some(({ required }) => required);
  });

  function inputFor(kind: string, name: string, row: Field): FieldInput {
    return createInput(kind, name, row, {
      change(value) {
        if (!inputs.get(name)?.element.querySelector("[aria-invalid]")) editing = name;
        changeForm(store, kind, { [name]: value }, `${kind}.${name}`);
      },
      leave() {
        editing = undefined;
        const place = kind === "geo" ? understandPaste(textOf(name), kind, name, forms.geo ?? {}) : undefined;
        if (place) return fill(place);
        // An empty form shows no errors, even after its fields have had focus.
        if (!hasContent()) return;
        for (const field of inputs.keys()) {
          visited.add(field);
          if (field === name) break;
        }
        if (latest) show(latest);
      },
      paste(words) {
        const understood = understandPaste(words, kind, name, forms[kind] ?? {});
        if (!understood) return false;
        fill(understood);
        inputs.values().next().value?.focus();
        return true;
      },
      enter: () => enter(name),
      isAllDay: () => allDay.isOn,
    });
  }

  /** Shows the form that pasted text fills in, with a note and a button that undoes this. */
  function fill({ kind, values, note }: Pasted): void {
    replaceForm(store, kind, values);
    pasteNote.textContent = note;
    pasted.replaceChildren(pasteRow);
  }

  /** Moves the focus to the next visible field, or closes the keyboard of a phone after the last one. */
  function enter(name: string): void {
    const visible = [...inputs].filter(([, { element }]) => element.checkVisibility());
    const at = visible.findIndex(([field]) => field === name);
    const [, next] = visible[at + 1] ?? [];
    if (next) next.focus();
    else (document.activeElement as HTMLElement | null)?.blur();
  }

  function hasContent(): boolean {
    return Object.values(forms[shown] ?? {}).some((value) => !isBlank(value));
  }

  function textOf(name: string): string {
    const value = forms[shown]?.[name];
    return typeof value === "string" ? value : "";
  }

  let latest: Reading | undefined;
  /** Shows the error of `reading` below its field, if the field is in this form. */
  function show(reading: Reading): void {
    latest = reading;
    const error = reading.error ?? tooLong(reading, visibleValues(shown, forms[shown] ?? {}));
    for (const [name, input] of inputs) {
      const isDue = name !== editing && (visited.has(name) || input.isFilled());
      if (error?.field === name && isDue) input.showError(messageInForm(name, error), reading.error && offersFor(name));
      else input.showError("");
    }
  }

  /** Returns the buttons that correct the field, or use its value in another form. */
  function offersFor(name: string): readonly Offer[] {
    const kind = shown;
    const typed = textOf(name);
    const field = kindOf(kind).fields[name];
    const values = understand(kind, name, typed).offers ?? [];
    const isShort = (value: string) => field?.kind === "line" && value.length <= field.max;
    return [
      ...values.filter(isShort).map((value) => ({
        label: text("useValue", { value: shorten(value) }),
        apply() {
          changeForm(store, kind, { [name]: value });
          inputs.get(name)?.focus();
        },
      })),
      ...otherKindsFor(typed, kind, name).map((other) => ({
        label: other.note,
        apply() {
          replaceForm(store, other.kind, other.values);
          inputs.values().next().value?.focus();
        },
      })),
    ];
  }

  /** Returns the message to show for `error` below the field `name`. */
  function messageInForm(name: string, error: Message): string {
    const field = kindOf(shown).fields[name];
    if (shown === "wifi" && name === "password" && textOf(name) === "") {
      return text("enterPasswordOr", { choice: quoted(text("wifi.security.nopass")) });
    }
    const { offers = [] } = understand(shown, name, textOf(name));
    if (offers.length > 1 && field?.opens !== "web") {
      return text("twoMeanings", { value: shorten(textOf(name)) });
    }
    const simple = `enter.${field?.opens === "web" ? "web" : `${shown}.${name}`}`;
    const isSimple = isTextId(simple) && field && error.rule === ruleOf(field).rule;
    return isSimple ? text(simple) : message(brief(error), labelInForm);
  }

  /** Returns the label of a field of the form, or of an option, as it appears in a message. */
  function labelInForm(name: string, first?: boolean): string {
    const { fields } = kindOf(shown);
    const label = Object.hasOwn(fields, name) ? fields[name]?.label : undefined;
    if (label === undefined) return labelOf(name, first);
    const shownLabel = fieldLabel(shown, name);
    return first ? shownLabel : inSentence(shownLabel);
  }

  // The first click into the example selects it, so that typing or pasting replaces it. Browsers
  // place the caret between pointerdown and click. The Tab key selects the text without this.
  let entered: EventTarget | null = null;
  holder.addEventListener("pointerdown", ({ target }) => {
    entered = target === document.activeElement ? null : target;
  });
  holder.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target !== entered || shown !== START.kind) return;
    const caret = target.selectionStart === target.selectionEnd;
    if (caret && target.value === START.forms[shown]?.url) target.select();
  });

  return { element: el("div", { class: "stack" }, pasted, holder, legend), show };
}

/** Widens each field that would leave the other half of its row empty. */
function fillRows(grid: Element): void {
  let half: Element | undefined;
  for (const field of grid.children) {
    if ((field as HTMLElement).hidden) continue;
    field.classList.remove("lone");
    if (field.matches(".wide, .more")) {
      half?.classList.add("lone");
      half = undefined;
    } else {
      half = half ? undefined : field;
    }
  }
  half?.classList.add("lone");
}

function more(children: readonly (Node | string)[]): HTMLElement {
  return el(
    "details",
    { class: "more" },
    el("summary", {}, text("moreFields")),
    el("div", { class: "fields" }, ...children),
  );
}

/** Returns an error for the longest field if the form is valid but its text is too long, or undefined if the text
 *  fits. */
function tooLong({ data, options }: Reading, form: FormValues): Message | undefined {
  if (data === undefined) return undefined;
  const error = attempt(() => encodeSymbol(data, options));
  if (!(error instanceof QrError)) return undefined;
  const [[field = ""] = []] = Object.entries(form).sort(([, a], [, b]) => String(b).length - String(a).length);
  return { field, rule: error.rule, values: error.values };
}
