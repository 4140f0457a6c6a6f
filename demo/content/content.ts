import { button, el, uniqueId } from "../dom.ts";
import { icon } from "../icons/icon.ts";
import { text } from "../languages/text.ts";
import { isBlank, kindOf, readState } from "../reading.ts";
import { type FormValues, replaceForm, type Store } from "../state.ts";
import { createKindForm } from "./kind-form.ts";
import { type KindGroup, mainGroups, otherGroups, variantLabels } from "./kind-groups.ts";

/** Creates the section in which users choose the kind of content and fill in its form. */
export function createContent(store: Store): HTMLElement {
  const form = createKindForm(store);
  store.watch((state) => form.show(readState(state)));
  return el(
    "section",
    { class: "content", "aria-labelledby": "content-heading" },
    el("h2", { id: "content-heading" }, text("content")),
    createKindPicker(store),
    createVariantPicker(store),
    form.element,
  );
}

const groups = [...mainGroups, ...otherGroups];

/** Returns the group of the kind called `name`. Unknown kinds use the form for text. */
function groupOf(name: string): KindGroup | undefined {
  const known = kindOf(name).name;
  return groups.find(({ kinds }) => kinds.includes(known));
}

/** Creates one radio button per group of kinds. The less common groups are hidden until the user clicks "More" or selects
 *  one of them. */
function createKindPicker(store: Store): HTMLElement {
  /** The kind that was last used in each group. */
  const latest = new Map(groups.map((group) => [group, group.kinds[0] ?? ""]));
  const inputs = new Map(groups.map((group) => [group, inputFor(group)]));
  const others = otherGroups.map(tile);
  const moreText = el("span", {});
  const more = button("", () => showOthers(others[0]?.hidden === true), { class: "tile more-kinds" });
  more.append(icon("more"), moreText);
  showOthers(false);

  store.watch(({ kind }) => {
    const selected = groupOf(kind);
    if (selected) latest.set(selected, kindOf(kind).name);
    for (const [group, input] of inputs) input.checked = group === selected;
    if (selected && otherGroups.includes(selected)) showOthers(true);
  });

  function inputFor(group: KindGroup): HTMLInputElement {
    const choose = () => store.change({ kind: latest.get(group) ?? "" }, "kind");
    return el("input", { type: "radio", name: "kind", value: group.kinds[0], onchange: choose });
  }

  function tile(group: KindGroup): HTMLElement {
    const content = el("span", {}, icon(group.icon), el("span", {}, text(group.label)));
    return el("label", { class: "chip tile" }, inputs.get(group), content);
  }

  function showOthers(isShown: boolean): void {
    for (const other of others) other.hidden = !isShown;
    more.setAttribute("aria-expanded", String(isShown));
    moreText.textContent = text(isShown ? "fewerKinds" : "moreKinds");
  }

  return el(
    "fieldset",
    { class: "kinds", "aria-labelledby": "content-heading" },
    el("div", { class: "tiles" }, ...mainGroups.map(tile), ...others, more),
  );
}

/** Creates the control that selects a kind of a group, such as the format of a contact. It is hidden if the group has only
 *  one kind. */
function createVariantPicker(store: Store): HTMLElement {
  const legend = el("legend", {});
  const chips = el("div", { class: "chips" });
  const element = el("fieldset", { class: "variants" }, legend, chips);
  const name = uniqueId("variant");
  let shown: KindGroup | undefined;
  let inputs: readonly HTMLInputElement[] = [];

  store.watch(({ kind }) => {
    const group = groupOf(kind);
    element.hidden = group?.choice === undefined;
    if (group !== shown && group?.choice !== undefined) {
      shown = group;
      legend.textContent = text(group.choice);
      inputs = group.kinds.map((value) => el("input", { type: "radio", name, value, onchange: () => change(value) }));
      chips.replaceChildren(
        ...inputs.map((input) =>
          el("label", { class: "chip" }, input, el("span", {}, text(variantLabels[input.value] ?? "kind.text"))),
        ),
      );
    }
    for (const input of inputs) input.checked = input.value === kind;
  });

  /** Selects `kind`. Keeps the values of the form if both kinds are formats of the same content. */
  function change(kind: string): void {
    const { kind: before, forms } = store.state;
    const form =
      shown?.choice === "contactFormat" ? { ...forms[kind], ...sharedValues(forms[before] ?? {}, kind) } : forms[kind];
    replaceForm(store, kind, form ?? {}, "kind");
  }

  return element;
}

/** Returns the lines of `value` that are not blank. */
const linesOf = (value: string) => value.split(/[\r\n]+/).flatMap((line) => line.trim() || []);

/** Returns the values in `form` for fields that the kind called `name` also has. If such a field has only one line, replaces
 *  line breaks with spaces. */
function sharedValues(form: FormValues, name: string): FormValues {
  const { fields } = kindOf(name);
  const shared = Object.entries(form).filter(([field, value]) => Object.hasOwn(fields, field) && !isBlank(value));
  return Object.fromEntries(
    shared.map(([field, value]) => {
      const isLine = fields[field]?.kind === "line" && typeof value === "string";
      return [field, isLine ? linesOf(value).join(" ") : value];
    }),
  );
}
