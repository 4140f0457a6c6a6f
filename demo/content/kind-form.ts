import { button, el } from "../dom.ts";
import { kindLabel, noteText } from "../labels.ts";
import { text } from "../languages/text.ts";
import { type Field, shorten, understand } from "../product/payload.ts";
import { isBlank, isRequired, isVisible, kindOf, type Reading, visibleValues } from "../reading.ts";
import { changeForm, replaceForm, START, type State, type Store } from "../state.ts";
import { createAllDay } from "./all-day.ts";
import { createInput, type FieldInput, type Offer } from "./field-input.ts";
import { correctionsOf, errorText, tooLong } from "./form-errors.ts";
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
  /** Fields that have lost focus at least once. Only these show an error while they are empty. */
  const visited = new Set<string>();
  /** The field that is being edited, if it had no error before. Its errors are hidden until the user leaves it. */
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
      // In a form with content, empty required fields show errors immediately.
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
        // An empty form shows no errors, even in fields that have lost focus.
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

  /** Shows the form that pasted text fills in, with a note and an undo button. */
  function fill({ kind, values, note }: Pasted): void {
    replaceForm(store, kind, values);
    pasteNote.textContent = note;
    pasted.replaceChildren(pasteRow);
  }

  /** Moves the focus to the next visible field. After the last field, closes the keyboard of a phone. */
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
      if (error?.field === name && isDue)
        input.showError(errorText(shown, name, textOf(name), error), reading.error && offersFor(name));
      else input.showError("");
    }
  }

  /** Returns buttons that correct the field, or use its value in another form. */
  function offersFor(name: string): readonly Offer[] {
    const kind = shown;
    const typed = textOf(name);
    return [
      ...correctionsOf(kind, name, typed).map((value) => ({
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

  selectOnFirstClick(holder, (value) => shown === START.kind && value === START.forms[shown]?.url);

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

/** Selects the text of an input in `holder` at the first click, if `isExample` returns true for the text, so that typing or
 *  pasting replaces it. Waits for the click, because browsers place the caret before it. The Tab key already selects the
 *  text. */
function selectOnFirstClick(holder: Element, isExample: (value: string) => boolean): void {
  let entered: EventTarget | null = null;
  holder.addEventListener("pointerdown", ({ target }) => {
    entered = target === document.activeElement ? null : target;
  });
  holder.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target !== entered || !isExample(target.value)) return;
    if (target.selectionStart === target.selectionEnd) target.select();
  });
}
