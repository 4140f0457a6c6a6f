import { QrError } from "../../src/errors.ts";
import { type ListTable, tableOf } from "../../src/list/mapping.ts";
import type { Skipped } from "../../src/list/report.ts";
import { parseOptions } from "../../src/options/parse.ts";
import { announce, button, el, field, fileButton, setText, uniqueId } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { quoted, text } from "../languages/text.ts";
import { downloadLook, type State, type Store } from "../state.ts";
import { columnLabel, createColumns } from "./columns.ts";
import { drawAll } from "./draw-all.ts";
import { createFormat } from "./format.ts";
import { inSlices, MAX_ROWS, missingField, type Row, readRows } from "./list.ts";
import { errorMessage, outcomeOf } from "./outcome.ts";
import { previewOf, skippedOf } from "./preview.ts";
import { type Choices, MAX_LENGTH, type ReadList, readSource, type Source } from "./source.ts";

/** Text of this length or more is not shown in the text area, because thousands of lines can freeze some browsers for
 *  up to a minute. */
const LONG_TEXT = 20_000;

/** Milliseconds to wait after the text changes before it is read. */
const IDLE = 150;

interface View {
  readonly element: HTMLElement;
  /** Reads the list in a file. */
  open(file: File): Promise<void>;
}

/** Creates the view that turns a list or a table into many QR codes in a ZIP file. The codes have the page's design. `files`
 *  is a list of file types, as in the `accept` attribute. */
export function createBulk(store: Store, files: string): View {
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
  const sourceName = el("bdi", {});
  const count = el("span", { class: "about" });
  const remove = button(text("remove"), clear, { class: "quiet" });
  const source = el("div", { class: "row source", hidden: true }, el("div", {}, sourceName, " ", count), remove);
  const problem = el("p", { class: "fault", role: "alert" });
  const format = createFormat((next) => {
    choices = { ...choices, ...next };
    void read();
  });
  const columns = createColumns(() => {
    discardResult();
    void prepare();
  });
  const preview = el("div", {});
  const summary = el("p", { class: "about", role: "status" });
  const start = button(text("createCodes"), run, { class: "main", disabled: true });
  const stop = button(text("stop"), () => running?.abort(), { hidden: true });
  const bar = el("progress", { value: 0, max: 1, hidden: true, "aria-label": text("codesCreated") });
  const outcome = el("div", { class: "outcome" });
  let current: Source = { name: "", data: "" };
  let choices: Choices = {};
  let table: ListTable | undefined;
  /** Whether the user must first correct the list or how it is read. */
  let isBlocked = false;
  let prepared: Awaited<ReturnType<typeof readRows>> | undefined;
  let running: AbortController | undefined;
  /** The numbers of the latest read and the latest preparation. Results of earlier ones are discarded. */
  let [reads, preparations] = [0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = store.state.look;

  area.addEventListener("input", () => {
    clearTimeout(timer);
    // Until the new text has been read, the button would create the codes of the previous text.
    start.disabled = true;
    discardResult();
    timer = setTimeout(() => setSource({ name: "", data: area.value }), IDLE);
  });
  area.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length < LONG_TEXT) return;
    event.preventDefault();
    setSource({ name: text("pastedText"), data: pasted.slice(0, MAX_LENGTH) });
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

  async function open(file: File): Promise<void> {
    const isLong = file.size > MAX_LENGTH;
    // Do not read a file that is too long. Blank text of this length leads to the same error message.
    const data = isLong ? " ".repeat(MAX_LENGTH + 1) : new Uint8Array(await file.arrayBuffer());
    setSource({ name: file.name, data });
  }

  function clear(): void {
    area.value = "";
    setSource({ name: "", data: "" });
    area.focus();
  }

  function setSource(next: Source): void {
    current = next;
    choices = {};
    const isFile = next.name !== "";
    source.hidden = !isFile;
    drop.hidden = areaField.hidden = isFile;
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
    table = isList ? tableOf(found.records, found.header) : undefined;
    setText(problem, found instanceof Error ? found.message : problemOf(found, current));
    format.show(isList ? found : undefined);
    columns.show(table);
    isBlocked = found instanceof Error || found.isUnclear === true || isTooLong(found);
    await prepare();
  }

  /** Reads the rows with the chosen columns, and shows the first ones. */
  async function prepare(): Promise<void> {
    preparations += 1;
    const number = preparations;
    const { mapping } = columns;
    prepared = undefined;
    start.disabled = true;
    count.textContent = table ? text("rowCount", { count: table.rows.length }) : "";
    preview.replaceChildren(...(table && mapping ? [previewOf(table, mapping)] : []));
    const isReady = table !== undefined && mapping !== undefined && !isBlocked;
    const missing = isReady ? missingField(mapping) : undefined;
    if (isReady && missing !== undefined) {
      const label = columnLabel(mapping.kind, missing);
      return showSummary(text("chooseColumnFirst", { label: quoted(label) }), text("createCodes"));
    }
    if (!isReady) return showSummary("", text("createCodes"));
    const found = await readRows(table as ListTable, mapping);
    if (number !== preparations) return;
    prepared = found;
    const { rows, skipped } = found;
    start.disabled = rows.length === 0 || !stop.hidden;
    const [created, rest] = [rows.length, skipped.length];
    showSummary(
      rest > 0 ? text("rowsSkipped", { count: rest }) : "",
      created > 0 ? text("createCount", { count: created }) : text("createCodes"),
    );
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
      outcome.replaceChildren(
        ...shared.map((issue) => errorMessage(text("changeAbove", { problem: inLabels(issue) }))),
      );
      return;
    }
    running = new AbortController();
    const { signal } = running;
    setBusy(true, rows);
    outcome.replaceChildren();
    try {
      const isSized = (mapping.options.size ?? mapping.options.logoMargin) !== undefined;
      const result = await drawAll(rows, isSized ? look : downloadLook(look), signal, (done) => {
        bar.value = done;
      });
      const listed: Skipped[] = [];
      await inSlices(skipped, (row) => listed.push(skippedOf(row, list, mapping)) > 0);
      const all = rows.length + listed.length;
      announce(text("createdOfAll", { created: result.created, all }));
      outcome.replaceChildren(...outcomeOf({ ...result, skipped: [...listed, ...result.skipped] }));
    } catch (error) {
      const reason = error instanceof QrError ? inLabels(error) : (error as Error).message;
      const message = signal.aborted ? text("bulkStopped") : text("bulkFailed", { reason });
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

  const element = el(
    "div",
    { class: "stack bulk" },
    drop,
    source,
    areaField,
    problem,
    format.element,
    columns.element,
    preview,
    summary,
    el("div", { class: "row start" }, start, stop),
    bar,
    outcome,
  );
  return { element, open };
}

/** Returns what the user should check in a list, or "". */
function problemOf(list: ReadList, { data }: Source): string {
  if (list.records.length === 0) return data.length === 0 ? "" : text("listEmpty");
  if (isTooLong(list)) {
    return text("listTooLong", { most: MAX_ROWS });
  }
  if (list.isUnclear) return text("encodingUnclear");
  return "";
}

const isTooLong = ({ records, header = -1 }: ReadList) => records.length > MAX_ROWS + header + 1;

function isSame(a: State["look"], b: State["look"]): boolean {
  return Object.keys({ ...a, ...b }).every((name) => a[name as keyof typeof a] === b[name as keyof typeof b]);
}
