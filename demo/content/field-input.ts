import type { Field } from "../../src/payload/kind.ts";
import { button, el, setText, setValue, uniqueId } from "../dom.ts";

export interface FieldInput {
  readonly element: HTMLElement;
  set(value: string | boolean | undefined): void;
  isFilled(): boolean;
  /** Shows an error below the field, with a button that changes the value to `fix`. An empty message removes both. */
  showError(message: string, fix?: string): void;
}

interface Listeners {
  change(value: string | boolean): void;
  leave(): void;
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  "url.url": "https://example.com",
  "text.text": "Any text. Short text scans best",
  "event.start": "2026-12-24 18:00",
  "event.end": "2026-12-24 20:00",
  "geo.latitude": "48.8584",
  "geo.longitude": "2.2945",
  "sepa.iban": "DE89 3704 0044 0532 0130 00",
  "sepa.amount": "25.00",
};

/** Maximum number of characters of a fix to show on its button. Longer fixes are truncated. */
const MAX_FIX_LENGTH = 40;

/** Creates the control for a field of a payload. */
export function createInput(kind: string, name: string, field: Field, listeners: Listeners): FieldInput {
  const id = uniqueId(`${kind}-${name}`);
  const errorText = el("p", { class: "fault", id: `${id}-fault` });
  const { control, read, write } = controlFor(field, { id, placeholder: PLACEHOLDERS[`${kind}.${name}`] });
  control.addEventListener("input", () => listeners.change(read()));
  control.addEventListener("blur", () => listeners.leave());
  control.setAttribute("aria-describedby", errorText.id);
  if (field.required) control.setAttribute("aria-required", "true");
  let fixed = "";
  const applyFix = () => {
    write(fixed);
    control.focus();
    listeners.change(fixed);
  };
  const fixButton = button("", applyFix, { class: "fix", hidden: true });
  const label = el("label", { for: id }, field.label);
  const isFlag = field.kind === "flag";
  const row = isFlag ? [control, label] : [label, field.secret ? withReveal(control, field) : control];
  const isWide = field.kind === "lines" || field.kind === "raw" || field.required;
  return {
    element: el(
      "div",
      { class: `field${isFlag ? " flag" : ""}${isWide ? " wide" : ""}` },
      ...row,
      errorText,
      fixButton,
    ),
    set: write,
    isFilled: () => read() !== "" && read() !== false,
    showError(message, fix = "") {
      fixed = fix;
      fixButton.hidden = fix === "";
      fixButton.textContent = `Use ${fix.length <= MAX_FIX_LENGTH ? fix : `${fix.slice(0, MAX_FIX_LENGTH)}…`}`;
      setText(errorText, message);
      // The field may be in a closed "More fields" section.
      if (message && !control.hasAttribute("aria-invalid")) control.closest("details")?.setAttribute("open", "");
      if (message) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
    },
  };
}

interface Control {
  readonly control: HTMLElement;
  read(): string | boolean;
  write(value: string | boolean | undefined): void;
}

function controlFor(field: Field, { id, placeholder }: { id: string; placeholder: string | undefined }): Control {
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
    const choices = field.of.map((value) => el("option", { value }, field.show?.(value) ?? value));
    const control = el("select", { id }, ...choices);
    return { control, read: () => control.value, write: (value) => setValue(control, String(value ?? field.default)) };
  }
  const shared = { id, placeholder, dir: "auto", autocomplete: "off", autocapitalize: "none", spellcheck: "false" };
  const control =
    field.kind === "line"
      ? el("input", { ...shared, type: field.secret ? "password" : "text" })
      : el("textarea", { ...shared, rows: field.kind === "raw" ? 4 : 3 });
  return { control, read: () => control.value, write: (value) => setValue(control, String(value ?? "")) };
}

/** Adds a button that shows a secret. */
function withReveal(control: HTMLElement, { label }: Field): HTMLElement {
  const toggle = () => {
    const isShown = reveal.getAttribute("aria-pressed") === "true";
    reveal.setAttribute("aria-pressed", String(!isShown));
    control.setAttribute("type", isShown ? "password" : "text");
  };
  const attributes = { class: "quiet", "aria-pressed": "false", "aria-label": `Show ${label.toLowerCase()}` };
  const reveal = button("Show", toggle, attributes);
  return el("div", { class: "joined" }, control, reveal);
}
