import { mainGroups, otherGroups } from "../content/kind-groups.ts";
import { el, field, uniqueId } from "../dom.ts";
import { fieldLabel, kindLabel } from "../labels.ts";
import { fieldsInOrder, listOf } from "../languages/language.ts";
import { quoted, text } from "../languages/text.ts";
import type { Columns, ListTable } from "../product/lists.ts";
import { kinds, type PayloadKind } from "../product/payload.ts";
import { guessMapping, type Mapping } from "./list.ts";

/** The names of the kinds, in the order of the form. */
const ORDER = [...mainGroups, ...otherGroups].flatMap((group) => group.kinds);

/** Number of fields that are always shown. Other fields without a column are folded away. */
const MAX_SHOWN = 4;

/** Creates the controls that choose what each column of a list contains. Calls `change` after each choice. */
export function createColumns(change: () => void) {
  const kindSelect = el("select", { id: uniqueId("bulk-kind") });
  const choices = ORDER.flatMap((name) => kinds.filter((kind) => kind.name === name));
  kindSelect.append(...choices.map((kind) => el("option", { value: kind.name }, kindLabel(kind.name))));
  const fields = el("div", { class: "fields" });
  const element = el("div", { class: "stack", hidden: true }, fields);
  let table: ListTable | undefined;
  let mapping: Mapping | undefined;

  kindSelect.addEventListener("change", () => {
    const kind = choices.find(({ name }) => name === kindSelect.value);
    if (!table || !kind) return;
    mapping = guessMapping(table, kind);
    show();
    change();
  });

  function set(next: Partial<Mapping>): void {
    if (mapping) mapping = { ...mapping, ...next };
    change();
  }

  function setField(name: string, at: number | undefined): void {
    const { [name]: _, ...others } = mapping?.fields ?? {};
    set({ fields: at === undefined ? others : { ...others, [name]: at } });
  }

  /** Creates a select with the columns of the list. `none` is the label of the choice without a column. */
  function picker(label: string, none: string, selected: number | undefined, choose: (at?: number) => void) {
    const { width = 0 } = table ?? {};
    const names = Array.from({ length: width }, (_, at) =>
      el("option", { value: at }, table ? columnName(table, at) : ""),
    );
    const select = el("select", { id: uniqueId("column") }, el("option", { value: "" }, none), ...names);
    select.value = selected === undefined ? "" : String(selected);
    select.addEventListener("change", () => choose(select.value === "" ? undefined : Number(select.value)));
    return field(label, select);
  }

  function show(): void {
    if (!table || !mapping) return;
    const { kind, file, options } = mapping;
    kindSelect.value = kind.name;
    const shown = Object.keys(kind.fields).filter((name) => !kind.fields[name]?.formal);
    const pickers = fieldsInOrder(shown).map((name) => {
      const required = kind.fields[name]?.required;
      return {
        isShown: required === true || mapping?.fields[name] !== undefined,
        element: picker(
          labelFor(kind, name, required),
          required ? text("chooseColumn") : text("noColumn"),
          mapping?.fields[name],
          (at) => setField(name, at),
        ),
      };
    });
    const first = pickers.filter(({ isShown }, at) => isShown || at < MAX_SHOWN);
    const others = pickers.filter((one) => !first.includes(one));
    const files = picker(text("fileNames"), text("runningNumbers"), file, (at) => set({ file: at }));
    fields.replaceChildren(
      field(text("contentType"), kindSelect),
      ...first.map((one) => one.element),
      files,
      ...(others.length > 0 ? [moreFields(others.map((one) => one.element))] : []),
      ...(Object.keys(options).length > 0 ? [designSwitch(options)] : []),
    );
  }

  /** Creates the checkbox that prevents columns such as "color" from changing the design. */
  function designSwitch(options: Columns): HTMLElement {
    const input = el("input", { type: "checkbox", id: uniqueId("design"), checked: true });
    input.addEventListener("change", () => set({ options: input.checked ? options : {} }));
    const names = Object.values(options).map((at) => (table ? quoted(columnName(table, at)) : ""));
    const label = text("useDesignColumns", { columns: listOf(names) });
    return el("div", { class: "field flag wide" }, input, el("label", { for: input.id }, label));
  }

  return {
    element,
    get mapping() {
      return mapping;
    },
    /** Shows the columns of a list. Keeps the choices if the first row is the same as that of the previous list. */
    show(next: ListTable | undefined): void {
      element.hidden = next === undefined;
      const isKept = mapping !== undefined && next?.width === table?.width && startOf(next) === startOf(table);
      table = next;
      if (next && !isKept) mapping = guessMapping(next);
      show();
    },
  };
}

/** Returns the first row of a list as text, even if it has no headings. */
function startOf(table: ListTable | undefined): string {
  return (table?.headings ?? table?.rows[0]?.cells ?? []).join("\n").trimEnd();
}

function moreFields(children: readonly HTMLElement[]): HTMLElement {
  return el(
    "details",
    { class: "more" },
    el("summary", {}, text("moreFields")),
    el("div", { class: "fields" }, ...children),
  );
}

/** Returns the label of a field of `kind`, without a mark for required fields. */
export function columnLabel(kind: PayloadKind, name: string): string {
  if (kind.name === "url" || kind.name === "text") return text("whatToEncode");
  return fieldLabel(kind.name, name);
}

function labelFor(kind: PayloadKind, name: string, required = false): string {
  const label = columnLabel(kind, name);
  return required && label !== text("whatToEncode") ? text("requiredLabel", { label }) : label;
}

/** Returns the heading of a column, or its letter, as in a spreadsheet. */
export function columnName({ headings }: ListTable, at: number): string {
  return headings?.[at]?.trim() || text("columnLetter", { letter: letterOf(at) });
}

function letterOf(at: number): string {
  const before = at >= 26 ? letterOf(Math.floor(at / 26) - 1) : "";
  return `${before}${String.fromCharCode(65 + (at % 26))}`;
}
