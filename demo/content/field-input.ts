import type { Field } from "../../src/payload/kind.ts";
import { el, freshId, settle, setWords } from "../dom.ts";

export interface FieldInput {
  readonly element: HTMLElement;
  set(value: string | boolean | undefined): void;
  isFilled(): boolean;
  /** Shows an error below the field, with a button that fixes it by writing `right`. An empty sentence removes both. */
  complain(message: string, right?: string): void;
}

interface Listeners {
  change(value: string | boolean): void;
  leave(): void;
}

/** Placeholders. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "url.url": "https://example.com",
  "text.text": "Anything up to 7,089 digits or 2,953 bytes",
  "event.start": "2026-12-24T18:00",
  "event.end": "2026-12-24T20:00",
  "geo.latitude": "48.8584",
  "geo.longitude": "2.2945",
  "sepa.iban": "DE89 3704 0044 0532 0130 00",
  "sepa.amount": "25.00",
};

/** Maximum characters of a fix on its button. */
const MOST_SAID = 40;

/** Creates the control for a field of a payload. */
export function createInput(kind: string, name: string, field: Field, listeners: Listeners): FieldInput {
  const id = freshId(`${kind}-${name}`);
  const said = el("p", { class: "fault", id: `${id}-fault` });
  const { control, read, write } = controlFor(field, { id, placeholder: EXAMPLES[`${kind}.${name}`] });
  control.addEventListener("input", () => listeners.change(read()));
  const mend = el("button", { type: "button", class: "mend", hidden: true });
  let fix: string | undefined;
  mend.addEventListener("click", () => {
    if (fix === undefined) return;
    write(fix);
    control.focus();
    listeners.change(fix);
  });
  control.addEventListener("blur", () => listeners.leave());
  control.setAttribute("aria-describedby", said.id);
  if (field.required) control.setAttribute("aria-required", "true");
  const label = el("label", { for: id }, field.label);
  const box = field.kind === "flag" ? [control, label] : [label, field.secret ? withReveal(control, field) : control];
  const wide = field.kind === "lines" || field.kind === "raw" || field.required;
  return {
    element: el(
      "div",
      { class: `field${field.kind === "flag" ? " flag" : ""}${wide ? " wide" : ""}` },
      ...box,
      said,
      mend,
    ),
    set: write,
    isFilled: () => read() !== "" && read() !== false,
    complain(message, right) {
      mend.hidden = right === undefined;
      fix = right;
      if (right !== undefined) mend.textContent = `Use ${startOf(right)}`;
      setWords(said, message);
      if (message) {
        // The field may be folded away.
        if (!control.hasAttribute("aria-invalid")) control.closest("details")?.setAttribute("open", "");
        control.setAttribute("aria-invalid", "true");
      } else control.removeAttribute("aria-invalid");
    },
  };
}

function startOf(text: string): string {
  return text.length <= MOST_SAID ? text : `${text.slice(0, MOST_SAID)}…`;
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
    const control = el(
      "select",
      { id },
      ...field.of.map((value) => el("option", { value }, field.show?.(value) ?? value)),
    );
    return { control, read: () => control.value, write: (value) => settle(control, String(value ?? field.default)) };
  }
  const shared = { id, placeholder, dir: "auto", autocomplete: "off", autocapitalize: "none", spellcheck: "false" };
  const control =
    field.kind === "line"
      ? el("input", { ...shared, type: field.secret ? "password" : "text" })
      : el("textarea", { ...shared, rows: field.kind === "raw" ? 4 : 3 });
  return { control, read: () => control.value, write: (value) => settle(control, String(value ?? "")) };
}

/** Adds a button that shows a secret. */
function withReveal(control: HTMLElement, { label }: Field): HTMLElement {
  const button = el("button", { type: "button", class: "quiet", "aria-pressed": "false" }, "Show");
  button.setAttribute("aria-label", `Show ${label.toLowerCase()}`);
  button.addEventListener("click", () => {
    const shown = button.getAttribute("aria-pressed") === "true";
    button.setAttribute("aria-pressed", String(!shown));
    control.setAttribute("type", shown ? "password" : "text");
  });
  return el("div", { class: "joined" }, control, button);
}
