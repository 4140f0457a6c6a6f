import { type Encoding, encodings } from "../../src/list/encoding.ts";
import { type ListTable, tableOf } from "../../src/list/mapping.ts";
import type { Skipped } from "../../src/list/report.ts";
import { delimiters } from "../../src/list/shape.ts";
import { parseOptions } from "../../src/options/parse.ts";
import { announce, button, el, field, fileButton, setText, uniqueId } from "../dom.ts";
import { inLabels } from "../labels.ts";
import type { State, Store } from "../state.ts";
import { createColumns } from "./columns.ts";
import { drawAll } from "./draw-all.ts";
import { inSlices, MAX_ROWS, type Row, readRows } from "./list.ts";
import { errorMessage, outcomeOf } from "./outcome.ts";
import { previewOf, skippedOf } from "./preview.ts";
import { type Choices, MAX_LENGTH, type ReadList, readSource, type Source } from "./source.ts";

/** Text of this length or more is not shown in the text area, because thousands of lines can freeze some browsers for
 *  up to a minute. */
const LONG_TEXT = 20_000;

/** Milliseconds to wait after a change of the text before it is read. */
const IDLE = 150;

const FILES =
  ".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Creates many QR codes from a list or a table and packs them into a ZIP file. The codes have the page's design. */
export function createBulk(store: Store): HTMLElement {
  const text = el("textarea", {
    id: uniqueId("bulk"),
    rows: 4,
    dir: "auto",
    spellcheck: "false",
    placeholder: "https://example.com/table/1\nhttps://example.com/table/2",
  });
  const textField = field("Or paste a list or table", text);
  const [fileInput, fileLabel] = fileButton("Choose a file", FILES, open);
  const hint = el("span", { class: "about" }, "or drop it here. CSV, text or Excel (.xlsx)");
  const drop = el("div", { class: "drop" }, fileInput, fileLabel, hint);
  const sourceName = el("bdi", {});
  const count = el("span", { class: "about" });
  const remove = button("Remove", clear, { class: "quiet" });
  const source = el("div", { class: "row source", hidden: true }, el("div", {}, sourceName, " ", count), remove);
  const problem = el("p", { class: "fault", role: "alert" });
  const format = createFormat((next) => {
    choices = { ...choices, ...next };
    void read();
  });
  const columns = createColumns(() => void prepare());
  const preview = el("div", {});
  const summary = el("p", { class: "about", role: "status" });
  const start = button("Create codes", run, { class: "main", disabled: true });
  const stop = button("Stop", () => running?.abort(), { hidden: true });
  const bar = el("progress", { value: 0, max: 1, hidden: true, "aria-label": "Codes created" });
  const outcome = el("div", { class: "outcome" });
  let current: Source = { name: "", data: "" };
  let choices: Choices = {};
  let table: ListTable | undefined;
  let prepared: Awaited<ReturnType<typeof readRows>> | undefined;
  let running: AbortController | undefined;
  /** Numbers of changes so far. Results of earlier states are discarded. */
  let [reads, preparations] = [0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = store.state.look;

  // Listens in the capture phase, because otherwise the logo's listener would handle the dropped file.
  document.addEventListener("drop", openDropped, { capture: true });
  text.addEventListener("input", () => {
    clearTimeout(timer);
    // The button would create the codes of the previous text.
    start.disabled = true;
    discardResult();
    timer = setTimeout(() => setSource({ name: "", data: text.value }), IDLE);
  });
  text.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length < LONG_TEXT) return;
    event.preventDefault();
    setSource({ name: "Pasted text", data: pasted.slice(0, MAX_LENGTH) });
  });
  store.watch(({ look }) => {
    if (isSame(look, latest)) return;
    latest = look;
    discardResult();
  });

  /** Stops the run and removes its result, because the list or the design has changed. */
  function discardResult(): void {
    running?.abort();
    outcome.replaceChildren();
  }

  function openDropped(event: DragEvent): void {
    const dropped = [...(event.dataTransfer?.files ?? [])].find(isList);
    if (!dropped) return;
    event.preventDefault();
    void open(dropped);
    announce(`${dropped.name} opened in Bulk codes`);
  }

  async function open(file: File): Promise<void> {
    const isLong = file.size > MAX_LENGTH;
    // A file that is too long is only named, not read.
    const data = isLong ? " ".repeat(MAX_LENGTH + 1) : new Uint8Array(await file.arrayBuffer());
    setSource({ name: file.name, data });
  }

  function clear(): void {
    text.value = "";
    setSource({ name: "", data: "" });
    text.focus();
  }

  function setSource(next: Source): void {
    current = next;
    choices = {};
    const isFile = next.name !== "";
    source.hidden = !isFile;
    drop.hidden = textField.hidden = isFile;
    sourceName.textContent = next.name;
    void read();
  }

  /** Reads the list with the user's choices, and shows its columns. */
  async function read(): Promise<void> {
    discardResult();
    start.disabled = true;
    reads += 1;
    const number = reads;
    const found = await readSource(current, choices).catch((error: Error) => error);
    if (number !== reads) return;
    const isList = !(found instanceof Error) && found.records.length > 0;
    table = isList ? tableOf(found.records, found.hasHeader) : undefined;
    setText(problem, found instanceof Error ? found.message : problemOf(found, current));
    format.show(isList ? found : undefined);
    columns.show(table);
    isBlocked = found instanceof Error || found.isUnclear === true || isTooLong(found);
    await prepare();
  }

  let isBlocked = false;

  /** Reads the rows with the chosen columns, and shows the first ones. */
  async function prepare(): Promise<void> {
    discardResult();
    preparations += 1;
    const number = preparations;
    const { mapping } = columns;
    prepared = undefined;
    start.disabled = true;
    count.textContent = table ? countOf(table.rows.length, "row") : "";
    preview.replaceChildren(...(table && mapping ? [previewOf(table, mapping)] : []));
    const isReady = table !== undefined && mapping !== undefined && !isBlocked;
    if (!isReady) return showSummary("", "Create codes");
    const found = await readRows(table as ListTable, mapping);
    if (number !== preparations) return;
    prepared = found;
    const { rows, skipped } = found;
    start.disabled = rows.length === 0 || !stop.hidden;
    const rest = skipped.length === 0 ? "" : `${countOf(skipped.length, "row")} will be skipped`;
    showSummary(rest, rows.length === 0 ? "Create codes" : `Create ${countOf(rows.length, "code")}`);
  }

  function showSummary(message: string, label: string): void {
    setText(summary, message);
    setText(start, label);
  }

  async function run(): Promise<void> {
    const { mapping } = columns;
    const list = table;
    if (!prepared || !list || !mapping) return;
    const { rows, skipped } = prepared;
    const { look } = store.state;
    // Show each error in the design only once, rather than once for every row that uses the design.
    const { issues } = parseOptions({ data: "x", ...look });
    const shared = issues.filter(({ field = "" }) => rows.some(({ options }) => options[field] === undefined));
    if (shared.length > 0) {
      outcome.replaceChildren(...shared.map((issue) => errorMessage(`${inLabels(issue)}. Change it above`)));
      return;
    }
    running = new AbortController();
    const { signal } = running;
    setBusy(true, rows);
    outcome.replaceChildren();
    try {
      const result = await drawAll(rows, look, signal, (done) => {
        bar.value = done;
      });
      const listed: Skipped[] = [];
      await inSlices(skipped, (row) => listed.push(skippedOf(row, list, mapping)) > 0);
      announce(`${result.created.toLocaleString("en")} of ${countOf(rows.length + listed.length, "code")} created`);
      outcome.replaceChildren(...outcomeOf({ ...result, skipped: [...listed, ...result.skipped] }));
    } catch (error) {
      const reason = (error as Error).message;
      const message = signal.aborted ? "Stopped. No codes were saved" : `Could not create the codes: ${reason}`;
      outcome.replaceChildren(errorMessage(message));
    }
    setBusy(false, rows);
  }

  function setBusy(isBusy: boolean, rows: readonly Row[]): void {
    const focused = document.activeElement;
    start.disabled = isBusy || !prepared;
    stop.hidden = !isBusy;
    if (focused === start && isBusy) stop.focus();
    if (focused === stop && !isBusy) start.focus();
    bar.hidden = !isBusy;
    bar.max = Math.max(1, rows.length);
    bar.value = 0;
  }

  return el(
    "div",
    { class: "stack bulk" },
    drop,
    source,
    textField,
    problem,
    format.element,
    columns.element,
    preview,
    summary,
    el("div", { class: "row start" }, start, stop),
    bar,
    outcome,
  );
}

/** Creates the controls for how a file is read: encoding, delimiter, sheet and header. Calls `change` with each choice. */
function createFormat(change: (next: Choices) => void) {
  const select = (options: Readonly<Record<string, string>>) =>
    el(
      "select",
      { id: uniqueId("format") },
      ...Object.entries(options).map(([value, label]) => el("option", { value }, label)),
    );
  const encoding = select(encodings);
  const delimiter = select({ ...delimiters, "": "None: one code per line" });
  const sheet = select({});
  const header = el("input", { type: "checkbox", id: uniqueId("format") });
  const note = el("p", { class: "about" });
  encoding.addEventListener("change", () => change({ encoding: encoding.value as Encoding }));
  delimiter.addEventListener("change", () => change({ delimiter: delimiter.value }));
  sheet.addEventListener("change", () => change({ sheet: Number(sheet.value) }));
  header.addEventListener("change", () => change({ hasHeader: header.checked }));
  const fields = {
    sheet: field("Sheet", sheet),
    encoding: field("Encoding", encoding, note),
    delimiter: field("Columns are separated by", delimiter),
  };
  const headerLabel = el("label", { for: header.id }, "The first row contains headings");
  const element = el(
    "div",
    { class: "fields", hidden: true },
    ...Object.values(fields),
    el("div", { class: "field flag" }, header, headerLabel),
  );
  return {
    element,
    show(list: ReadList | undefined): void {
      element.hidden = list === undefined;
      if (!list) return;
      const { sheets = [] } = list;
      fields.sheet.hidden = sheets.length < 2;
      fields.encoding.hidden = list.encoding === undefined;
      setText(note, list.isGuess ? "Guessed. Check letters such as ä or é below" : "");
      fields.delimiter.hidden = list.delimiter === undefined;
      sheet.replaceChildren(...sheets.map((name, at) => el("option", { value: at }, name)));
      sheet.value = String(list.sheet ?? 0);
      if (list.encoding) encoding.value = list.encoding;
      delimiter.value = list.delimiter ?? "";
      header.checked = list.hasHeader;
    },
  };
}

/** Returns what the user should check in a list, or "". */
function problemOf(list: ReadList, { data }: Source): string {
  if (list.records.length === 0) return data.length === 0 ? "" : "The list has no rows";
  if (isTooLong(list)) {
    return `The list must have at most ${MAX_ROWS.toLocaleString("en")} codes. Split it into smaller lists`;
  }
  if (list.isUnclear) return "The encoding is unclear. Choose the one that shows all characters correctly below";
  return "";
}

const isTooLong = ({ records, hasHeader }: ReadList) => records.length > MAX_ROWS + (hasHeader ? 1 : 0);

function isSame(a: State["look"], b: State["look"]): boolean {
  return Object.keys({ ...a, ...b }).every((name) => a[name as keyof typeof a] === b[name as keyof typeof b]);
}

function isList({ name, type }: File): boolean {
  return /\.(?:csv|tsv|txt|xlsx?)$/i.test(name) || /^text\/(?:csv|plain|tab-separated-values)$/.test(type);
}

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
