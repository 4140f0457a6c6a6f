import { button, el, field, fileButton, uniqueId } from "../dom.ts";
import { text } from "../languages/text.ts";
import { MAX_LENGTH, type Source } from "./source.ts";

/** Text of this length or more is not shown in the text area, because thousands of lines can freeze some browsers for
 *  up to a minute. */
const LONG_TEXT = 20_000;

/** Milliseconds to wait after the text changes before it is read. */
const IDLE = 150;

/** Receives the changes that users make to a list. */
interface Listener {
  /** Called when the user edits the text. The list that was read last is then out of date. */
  editing(): void;
  /** Called with each new list. */
  change(source: Source): void;
}

/** Creates the inputs for a list: a text area and a file button. A file or a long text is shown only by its name. `files` is
 *  a list of file types, as in the `accept` attribute. */
export function createListInput(files: string, { editing, change }: Listener) {
  const area = el("textarea", {
    id: uniqueId("bulk"),
    rows: 4,
    dir: "auto",
    spellcheck: "false",
    placeholder: "https://example.com/table/1\nhttps://example.com/table/2",
  });
  const areaField = field(text("pasteList"), area);
  const [fileInput, fileLabel] = fileButton(text("chooseListFile"), files, open);
  const hint = el("span", { class: "about" }, text("dropListFile"));
  const drop = el("div", { class: "drop" }, fileInput, fileLabel, hint);
  const name = el("bdi", {});
  const count = el("span", { class: "about" });
  const remove = button(text("remove"), clear, { class: "quiet" });
  const source = el("div", { class: "row source", hidden: true }, el("div", {}, name, " ", count), remove);
  let timer: ReturnType<typeof setTimeout> | undefined;

  area.addEventListener("input", () => {
    clearTimeout(timer);
    editing();
    timer = setTimeout(() => show({ name: "", data: area.value }), IDLE);
  });
  area.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length < LONG_TEXT) return;
    event.preventDefault();
    show({ name: text("pastedText"), data: pasted.slice(0, MAX_LENGTH) });
  });

  async function open(file: File): Promise<void> {
    const isLong = file.size > MAX_LENGTH;
    // A file that is too long is not read. Blank text that is too long takes its place, and causes the same error
    // message.
    const data = isLong ? " ".repeat(MAX_LENGTH + 1) : new Uint8Array(await file.arrayBuffer());
    show({ name: file.name, data });
  }

  function clear(): void {
    area.value = "";
    show({ name: "", data: "" });
    area.focus();
  }

  function show(next: Source): void {
    const isFile = next.name !== "";
    source.hidden = !isFile;
    drop.hidden = areaField.hidden = isFile;
    name.textContent = next.name;
    change(next);
  }

  return {
    elements: [drop, source, areaField],
    open,
    /** Shows the number of rows in the list, or nothing if there is no table. */
    showCount(rows: number | undefined): void {
      count.textContent = rows === undefined ? "" : text("rowCount", { count: rows });
    },
  };
}
