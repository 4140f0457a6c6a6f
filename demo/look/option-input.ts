import { type OptionName, type Row, table } from "../../src/options/table.ts";
import { el, freshId, settle } from "../dom.ts";
import { optionLabels } from "../labels.ts";
import { changeLook, type Store } from "../state.ts";

type Name = Exclude<OptionName, "data">;

/** The control for one option, made from its row of the table. */
export function createOptionInput(store: Store, name: Name): HTMLElement {
  const row: Row = table[name];
  const id = freshId(name);
  const about = el("p", { class: "about", id: `${id}-about` }, row.about);
  const label = el("label", { for: id }, optionLabels[name]);
  const common = { id, "aria-describedby": about.id };
  const initial = "default" in row && row.default !== undefined ? String(row.default) : "";
  const set = (word: string) => changeLook(store, { [name]: word === initial || word === "" ? undefined : word }, name);

  if (row.kind === "flag") {
    const input = el("input", { ...common, type: "checkbox", onchange: () => set(String(input.checked)) });
    store.watch(({ look }) => {
      input.checked = look[name] === "true";
    });
    return el("div", { class: "field flag wide" }, input, label, about);
  }
  if (row.kind === "choice") {
    const input = el("select", { ...common, onchange: () => set(input.value) });
    input.append(...row.of.map((value) => el("option", { value }, value)));
    store.watch(({ look }) => settle(input, look[name] ?? initial));
    return el("div", { class: "field" }, label, input, about);
  }
  if (row.kind === "integer" || row.kind === "number") {
    return numberField(store, name, row, { label, about, common, initial, set });
  }
  const input = el("input", { ...common, type: "text", dir: "auto", placeholder: initial, autocomplete: "off" });
  input.addEventListener("input", () => set(input.value));
  store.watch(({ look }) => settle(input, look[name] ?? ""));
  return el("div", { class: "field wide" }, label, input, about);
}

interface Parts {
  readonly label: HTMLElement;
  readonly about: HTMLElement;
  readonly common: { readonly id: string };
  readonly initial: string;
  set(word: string): void;
}

/** A slider, and beside it the number for those who know what they want. */
function numberField(
  store: Store,
  name: Name,
  { min, max, kind }: Extract<Row, { kind: "integer" | "number" }>,
  { label, about, common, initial, set }: Parts,
): HTMLElement {
  const step = kind === "integer" ? 1 : 0.01;
  const exact = el("input", { ...common, type: "number", min, max, step, placeholder: initial || "best" });
  const slider = el("input", { type: "range", min, max, step, "aria-label": `${optionLabels[name]}, by sliding` });
  exact.addEventListener("input", () => set(exact.value));
  slider.addEventListener("input", () => set(slider.value));
  store.watch(({ look }) => {
    const word = look[name] ?? initial;
    if (document.activeElement !== exact) settle(exact, word);
    settle(slider, word || String(min));
  });
  exact.addEventListener("blur", () => settle(exact, store.state.look[name] ?? initial));
  return el("div", { class: "field" }, label, el("div", { class: "joined slide" }, slider, exact), about);
}
