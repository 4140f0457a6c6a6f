import { button, el, setText, setValue, uniqueId } from "../dom.ts";
import { choiceLabel, fieldLabel } from "../labels.ts";
import { inSentence } from "../languages/language.ts";
import { text } from "../languages/text.ts";
import { type Field, isDay, isTime, tidyBirthday, tidyTime } from "../product/payload.ts";
import { keyboardFor } from "./keyboards.ts";

export interface FieldInput {
  readonly element: HTMLElement;
  set(value: string | boolean | undefined): void;
  setRequired(isRequired: boolean): void;
  isFilled(): boolean;
  focus(): void;
  /** Shows a note about the interpretation of the value below the field. An empty note removes it. */
  showNote(note: string): void;
  /** Shows an error below the field, with buttons that correct it. An empty message removes them. */
  showError(message: string, offers?: readonly Offer[]): void;
}

/** A button that corrects a field. */
export interface Offer {
  readonly label: string;
  apply(): void;
}

interface Listeners {
  change(value: string | boolean): void;
  leave(): void;
  /** Handles pasted text that would replace the value. Returns true if the form has used the text, so that the field must
   *  not change. */
  paste(pasted: string): boolean;
  /** Called when the user presses Enter. */
  enter(): void;
  /** Returns whether empty time fields accept only days. */
  isAllDay(): boolean;
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  "url.url": "https://example.com",
  "geo.latitude": "48.8584",
  "geo.longitude": "2.2945",
  "sepa.iban": "DE89 3704 0044 0532 0130 00",
  "sepa.amount": "25.00",
};

/** Minimum number of characters of an insertion that counts as pasted: some keyboards insert the clipboard without a "paste"
 *  event. */
const PASTED_LENGTH = 8;

export function createInput(kind: string, name: string, field: Field, listeners: Listeners): FieldInput {
  const id = uniqueId(`${kind}-${name}`);
  const errorText = el("p", { class: "fault", id: `${id}-fault` });
  const noteText = el("p", { class: "about", id: `${id}-note` });
  const { control, read, write } = controlFor(kind, name, field, { id, isAllDay: listeners.isAllDay });
  let before = "";
  control.addEventListener("input", () => {
    const value = read();
    const isPasted = field.kind === "line" && String(value).length - before.length >= PASTED_LENGTH;
    before = String(value);
    if (isPasted && listeners.paste(before)) return;
    listeners.change(value);
  });
  control.addEventListener("paste", (event) => {
    // Handled here, because a field with one line would remove the line breaks of a contact or an event.
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.trim() !== "" && isReplaced(control) && listeners.paste(pasted)) event.preventDefault();
  });
  control.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !(control instanceof HTMLInputElement)) return;
    event.preventDefault();
    listeners.enter();
  });
  control.addEventListener("blur", () => listeners.leave());
  control.setAttribute("aria-describedby", `${errorText.id} ${noteText.id}`);
  const offersRow = el("div", { class: "row start", hidden: true });
  const label = el("label", { for: id }, fieldLabel(kind, name));
  const isFlag = field.kind === "flag";
  const row = isFlag ? [control, label] : [label, field.secret ? withReveal(control, fieldLabel(kind, name)) : control];
  const isWide = field.kind === "lines" || field.kind === "raw" || field.required;
  let offered = "";
  return {
    element: el(
      "div",
      { class: `field${isFlag ? " flag" : ""}${isWide ? " wide" : ""}` },
      ...row,
      errorText,
      noteText,
      offersRow,
    ),
    set(value) {
      before = String(value ?? "");
      write(value);
    },
    setRequired(isRequired) {
      if (isRequired) control.setAttribute("aria-required", "true");
      else control.removeAttribute("aria-required");
    },
    isFilled: () => read() !== "" && read() !== false,
    focus: () => control.focus(),
    showNote: (note) => setText(noteText, note),
    showError(message, offers = []) {
      setText(errorText, message);
      // The field may be in a closed section "More fields".
      if (message && !control.hasAttribute("aria-invalid")) control.closest("details")?.setAttribute("open", "");
      if (message) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
      const labels = offers.map((offer) => offer.label).join("\n");
      if (labels === offered) return;
      offered = labels;
      offersRow.hidden = offers.length === 0;
      offersRow.replaceChildren(...offers.map((offer) => button(offer.label, offer.apply, { class: "fix" })));
    },
  };
}

/** Returns whether pasted text replaces all of the control's value. Email fields do not report their selection, so this
 *  is true for them only if they are empty. */
function isReplaced(control: Element): boolean {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return false;
  return control.value === "" || (control.selectionStart === 0 && control.selectionEnd === control.value.length);
}

interface Control {
  readonly control: HTMLElement;
  read(): string | boolean;
  write(value: string | boolean | undefined): void;
}

interface Context {
  readonly id: string;
  isAllDay(): boolean;
}

/** Fields with a picker. */
const PICKERS: Readonly<Record<string, (context: Context) => Control>> = {
  "event.start": ({ id, isAllDay }) => pickerFor(id, (value) => timeInPicker(value, isAllDay())),
  "event.end": ({ id, isAllDay }) => pickerFor(id, (value) => timeInPicker(value, isAllDay())),
  "vcard.birthday": ({ id }) => pickerFor(id, dayInPicker),
  "mecard.birthday": ({ id }) => pickerFor(id, dayInPicker),
};

function controlFor(kind: string, name: string, field: Field, context: Context): Control {
  const { id } = context;
  const picker = PICKERS[`${kind}.${name}`];
  if (picker) return picker(context);
  if (field.kind === "flag") {
    const control = el("input", { type: "checkbox", id });
    return {
      control,
      read: () => control.checked,
      write(value) {
        control.checked = value === true;
      },
    };
  }
  if (field.kind === "choice") {
    const choices = field.of.map((value) => el("option", { value }, choiceLabel(kind, name, value)));
    const control = el("select", { id }, ...choices);
    return { control, read: () => control.value, write: (value) => setValue(control, String(value ?? field.default)) };
  }
  const placeholder = kind === "text" ? text("textExample") : PLACEHOLDERS[`${kind}.${name}`];
  const shared = { id, placeholder, dir: "auto", ...keyboardFor(kind, name, field) };
  const control =
    field.kind === "line"
      ? el("input", { type: "text", enterkeyhint: "next", ...shared })
      : el("textarea", { ...shared, rows: field.kind === "raw" ? 4 : 3 });
  return { control, read: () => control.value, write: (value) => setValue(control, String(value ?? "")) };
}

/** The type and the value of the input element. */
interface Shown {
  readonly type: "date" | "datetime-local" | "text";
  readonly value: string;
}

/** Creates the browser's picker for dates or times. It becomes a text field for values that it cannot show, such as times in
 *  UTC. */
function pickerFor(id: string, show: (value: string) => Shown): Control {
  const control = el("input", { id, type: show("").type, enterkeyhint: "next", autocomplete: "off" });
  return {
    control,
    read: () => control.value,
    write(written) {
      const { type, value } = show(String(written ?? ""));
      // The type must not change while the user types text that becomes a date.
      const isTyped = document.activeElement === control && control.type === "text" && control.value === written;
      if (isTyped) return;
      if (control.type !== type) control.type = type;
      // Browsers would otherwise accept years of six digits.
      control.max = type === "text" ? "" : type === "date" ? "9998-12-31" : "9998-12-31T23:59";
      setValue(control, value);
    },
  };
}

function timeInPicker(written: string, isAllDay: boolean): Shown {
  if (written === "") return { type: isAllDay ? "date" : "datetime-local", value: "" };
  const value = tidyTime(written);
  if (!isTime(value)) return { type: "text", value: written };
  if (isDay(value)) return { type: "date", value };
  return /T\d\d:\d\d$/.test(value) ? { type: "datetime-local", value } : { type: "text", value: written };
}

function dayInPicker(written: string): Shown {
  const value = tidyBirthday(written);
  return value === "" || (isTime(value) && isDay(value)) ? { type: "date", value } : { type: "text", value: written };
}

/** Adds a button that shows a secret. */
function withReveal(control: HTMLElement, label: string): HTMLElement {
  const toggle = () => {
    const isShown = reveal.getAttribute("aria-pressed") === "true";
    reveal.setAttribute("aria-pressed", String(!isShown));
    control.setAttribute("type", isShown ? "password" : "text");
  };
  const attributes = {
    class: "quiet",
    "aria-pressed": "false",
    "aria-label": text("showSecret", { secret: inSentence(label) }),
  };
  const reveal = button(text("show"), toggle, attributes);
  return el("div", { class: "joined" }, control, reveal);
}
