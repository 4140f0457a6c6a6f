import { parseOptions } from "../../src/options/parse.ts";
import { announce, button, el, field, fileButton, setText, uniqueId } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { excerptOf } from "../reading.ts";
import type { State, Store } from "../state.ts";
import type { Form } from "./csv.ts";
import { drawAll } from "./draw-all.ts";
import { errorMessage, outcomeOf } from "./outcome.ts";
import { MAX_ROWS, readRows, type Table } from "./table.ts";

/** Text of this length or more is not shown in the text area, because thousands of lines can freeze some browsers for
 *  up to a minute. */
const LONG_TEXT = 20_000;

/** Maximum length of a list or table in characters. */
const MAX_TEXT = 20_000_000;

/** Creates many QR codes from a list or a table and packs them into a ZIP file. The codes have the page's design but no
 *  logo. */
export function createBulk(store: Store): HTMLElement {
  const text = el("textarea", {
    id: uniqueId("bulk"),
    rows: 6,
    dir: "auto",
    spellcheck: "false",
    placeholder: "One code per line, or a table:\ndata,file,color\nhttps://example.com/1,table 1,0b3d2e",
  });
  const start = button("Create codes", run, { class: "main" });
  const stop = button("Stop", () => running?.abort(), { hidden: true });
  const bar = el("progress", { value: 0, max: 1, hidden: true, "aria-label": "Codes created" });
  const count = el("p", { class: "about" });
  const sourceName = el("bdi", {});
  const clear = () => {
    setSource("", "");
    text.focus();
  };
  const remove = button("Remove", clear, { class: "quiet" });
  const source = el("div", { class: "row source", hidden: true }, sourceName, remove);
  const question = el("p", { class: "fault", role: "alert" });
  const readAsLines = () => {
    void read("lines").then(() => start.focus());
  };
  const asLines = button("One code per line", readAsLines, { hidden: true });
  const outcome = el("div", { class: "outcome" });
  const logoNote = el("p", { class: "about", hidden: true }, "Bulk codes are created without the logo");
  /** The current text, if it is too long for the text area. */
  let longText: string | undefined;
  let running: AbortController | undefined;
  /** The rows that were read from the current text. */
  let reading: Promise<Table> = readRows("");
  let latest = lookOf(store.state);

  // Listens in the capture phase, because otherwise the logo's listener would handle the dropped file.
  document.addEventListener("drop", openDropped, { capture: true });
  text.addEventListener("input", () => void read());
  text.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length < LONG_TEXT) return;
    event.preventDefault();
    setSource("Pasted text", pasted.slice(0, MAX_TEXT));
  });
  store.watch((state) => {
    const { logo, logoData } = state.look;
    logoNote.hidden = logo === undefined && logoData === undefined;
    const look = lookOf(state);
    if (isSame(look, latest)) return;
    latest = look;
    discardResult();
  });

  /** Stops the run and removes its result, because the text or the design has changed. */
  function discardResult(): void {
    running?.abort();
    outcome.replaceChildren();
  }

  function openDropped(event: DragEvent): void {
    const table = [...(event.dataTransfer?.files ?? [])].find(isTable);
    if (!table) return;
    event.preventDefault();
    void open(table);
    announce(`${table.name} opened in Bulk codes`);
  }

  async function open(file: File): Promise<void> {
    if (file.size > MAX_TEXT)
      outcome.replaceChildren(errorMessage("The file must be at most 20 MB. Split it into smaller files"));
    else setSource(file.name, await file.text(), /\.[ct]sv$/i.test(file.name) ? "table" : undefined);
  }

  /** Shows the text `whole` in the text area. If it is too long, shows `name` instead. */
  function setSource(name: string, whole: string, form?: Form): void {
    longText = whole.length < LONG_TEXT ? undefined : whole;
    text.value = longText === undefined ? whole : "";
    text.hidden = longText !== undefined;
    source.hidden = longText === undefined;
    sourceName.textContent = name;
    void read(form);
  }

  /** Reads the current text in the given format. Detects the format if none is given. */
  async function read(form?: Form): Promise<void> {
    discardResult();
    const current = readRows(longText ?? text.value, form);
    reading = current;
    const table = await current;
    if (reading !== current) return;
    count.textContent = countOf(table);
    asLines.hidden = table.columns === undefined;
    start.disabled = !stop.hidden || !asLines.hidden;
    setText(question, table.columns ? `${WHICH_COLUMN} Columns found: ${excerptOf(table.columns.join(", "))}` : "");
  }

  async function run(): Promise<void> {
    running = new AbortController();
    const { signal } = running;
    setBusy(true);
    outcome.replaceChildren();
    try {
      outcome.replaceChildren(...(await createCodes(await reading, signal)));
    } catch (error) {
      const reason = (error as Error).message;
      const message = signal.aborted ? "Stopped. No codes were saved" : `Could not create the codes: ${reason}`;
      outcome.replaceChildren(errorMessage(message));
    }
    setBusy(false);
  }

  /** Resolves to the elements that show the result of a run or its errors. Rejects with the signal's reason. */
  async function createCodes({ rows, failures, notes }: Table, signal: AbortSignal): Promise<HTMLElement[]> {
    const total = rows.length + failures.length;
    if (total === 0) return [errorMessage("Enter at least one line, or open a CSV file")];
    if (total > MAX_ROWS) {
      return [
        errorMessage(`The list must have at most ${MAX_ROWS.toLocaleString("en")} codes. Split it into smaller lists`),
      ];
    }
    const look = lookOf(store.state);
    // Show each error in the design only once, rather than once for every row that uses the design.
    const { issues } = parseOptions({ data: "x", ...look });
    const shared = issues.filter(({ field = "" }) => rows.some(({ options }) => options[field] === undefined));
    if (shared.length > 0) return shared.map((issue) => errorMessage(`${inLabels(issue)}. Change it above`));
    bar.max = Math.max(1, rows.length);
    const result = await drawAll(rows, look, signal, (done) => {
      bar.value = done;
    });
    announce(`${result.created.toLocaleString("en")} of ${total.toLocaleString("en")} codes created`);
    return outcomeOf({ ...result, failures: [...failures, ...result.failures] }, notes);
  }

  function setBusy(isBusy: boolean): void {
    const focused = document.activeElement;
    start.disabled = isBusy || !asLines.hidden;
    stop.hidden = !isBusy;
    if (focused === start && isBusy) stop.focus();
    if (focused === stop && !isBusy) start.focus();
    bar.hidden = !isBusy;
    bar.value = 0;
  }

  const accept = ".csv,.tsv,.txt,text/csv,text/plain";
  return el(
    "div",
    { class: "stack" },
    field("List or table", text, source, count, question, el("div", { class: "row start" }, asLines)),
    logoNote,
    el("div", { class: "row start" }, start, stop, ...fileButton("Open CSV file", accept, open)),
    bar,
    outcome,
  );
}

/** Returns the page's options without the logo. */
function lookOf({ look }: State): Readonly<Record<string, string>> {
  const { logo: _, logoData: __, ...withoutLogo } = look;
  return withoutLogo;
}

function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  return Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);
}

const WHICH_COLUMN = "Rename the column that has the content to “data”.";

function isTable({ name, type }: File): boolean {
  return /\.(?:csv|tsv|txt)$/i.test(name) || /^text\/(?:csv|plain|tab-separated-values)$/.test(type);
}

function countOf({ rows, failures }: Table): string {
  if (rows.length + failures.length > MAX_ROWS) return `More than ${MAX_ROWS.toLocaleString("en")} codes`;
  return rows.length === 0 ? "" : rows.length === 1 ? "1 code" : `${rows.length.toLocaleString("en")} codes`;
}
