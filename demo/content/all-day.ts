import { el, uniqueId } from "../dom.ts";
import { text } from "../languages/text.ts";
import { isDay, isTime, tidyTime } from "../product/payload.ts";
import { changeForm, type FormValues, type Store } from "../state.ts";

/** The times of an event when the switch is turned off, unless it had other times before. */
const DEFAULT_TIMES: Readonly<Record<string, string>> = { start: "T09:00", end: "T10:00" };

/** Creates the switch for events that last whole days. It changes the start and the end together, which must have the same
 *  form. */
export function createAllDay(store: Store) {
  const control = el("input", { type: "checkbox", id: uniqueId("all-day"), onchange: () => toggle() });
  const label = el("label", { for: control.id }, text("allDay"));
  /** The times before the switch was turned on. */
  const times = new Map<string, string>();
  let form: FormValues = {};

  function toggle(): void {
    const changed = Object.keys(DEFAULT_TIMES).flatMap((name) => {
      const value = tidyTime(String(form[name] ?? ""));
      if (!isTime(value) || isDay(value) === control.checked) return [];
      if (control.checked) times.set(name, value.slice(10));
      return [[name, control.checked ? value.slice(0, 10) : value + (times.get(name) ?? DEFAULT_TIMES[name])]];
    });
    changeForm(store, "event", Object.fromEntries(changed));
  }

  return {
    element: el("div", { class: "field flag wide" }, control, label),
    get isOn() {
      return control.checked;
    },
    /** Sets the switch to match the values of the form. */
    update(values: FormValues): void {
      form = values;
      const known = [values.start, values.end].map((value) => tidyTime(String(value ?? ""))).find(isTime);
      if (known !== undefined) control.checked = isDay(known);
    },
  };
}
