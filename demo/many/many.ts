import { parseOptions } from "../../src/options/parse.ts";
import { announce, el, field, freshId, setWords } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { excerptOf } from "../reading.ts";
import type { State, Store } from "../state.ts";
import type { Form } from "./csv.ts";
import { drawAll } from "./draw-all.ts";
import { fault, outcomeOf } from "./outcome.ts";
import { MAX_ROWS, readRows, type Table } from "./table.ts";

/** Length from which a text is kept out of the field: browsers freeze for up to a minute to show thousands of lines. */
const LONG_TEXT = 20_000;

/** Maximum characters of a table. */
const MAX_TEXT = 20_000_000;

/** Many codes from lines or a table, as a zip, with the look of the page but no logo. */
export function createMany(store: Store): HTMLElement {
  const text = el("textarea", {
    id: freshId("many"),
    rows: 6,
    dir: "auto",
    spellcheck: "false",
    placeholder: "One text a line, or a table:\ndata,file,color\nhttps://example.com/1,table 1,0b3d2e",
  });
  const file = el("input", {
    type: "file",
    accept: ".csv,.tsv,.txt,text/csv,text/plain",
    id: freshId("many-file"),
    class: "covered",
  });
  const start = el("button", { type: "button", class: "main" }, "Make the codes");
  const stop = el("button", { type: "button", hidden: true }, "Stop");
  const bar = el("progress", { value: 0, max: 1, hidden: true, "aria-label": "Codes made" });
  const count = el("p", { class: "about" });
  const sourceName = el("bdi", {});
  const drop = el("button", { type: "button", class: "quiet" }, "Take it out");
  const source = el("div", { class: "row source", hidden: true }, sourceName, drop);
  const doubt = el("p", { class: "fault", role: "alert" });
  const asLines = el("button", { type: "button", hidden: true }, "Take each line as a text");
  const outcome = el("div", { class: "outcome" });
  const logoStays = el("p", { class: "about", hidden: true }, "The logo stays on the one code above.");
  /** A text that is too long for the field. */
  let long: string | undefined;
  let running: AbortController | undefined;
  /** The reading of the current text. */
  let reading: Promise<Table> = readRows("");
  let latest = lookOf(store.state);

  file.addEventListener("change", () => {
    void open(file.files?.[0]);
    file.value = "";
  });
  // Captured, because other drops are logos.
  document.addEventListener("drop", takeDropped, { capture: true });
  text.addEventListener("input", () => void read());
  text.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length < LONG_TEXT) return;
    event.preventDefault();
    take("Pasted lines", pasted.slice(0, MAX_TEXT));
  });
  drop.addEventListener("click", () => {
    take("", "");
    text.focus();
  });
  asLines.addEventListener("click", () => {
    void read("lines");
    start.focus();
  });
  start.addEventListener("click", () => void run());
  stop.addEventListener("click", () => running?.abort());
  store.watch((state) => {
    const { logo, logoData } = state.look;
    logoStays.hidden = logo === undefined && logoData === undefined;
    const look = lookOf(state);
    if (isSame(look, latest)) return;
    latest = look;
    forget();
  });

  /** Stops the run and removes its result, because the text or the look has changed. */
  function forget(): void {
    running?.abort();
    outcome.replaceChildren();
  }

  function takeDropped(event: DragEvent): void {
    const table = [...(event.dataTransfer?.files ?? [])].find(isTable);
    if (!table) return;
    event.preventDefault();
    void open(table);
    announce(`${table.name} is in “Many codes”`);
  }

  async function open(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    if (chosen.size > MAX_TEXT) outcome.replaceChildren(fault("The file is too large: give at most 20 MB"));
    else take(chosen.name, await chosen.text(), /\.[ct]sv$/i.test(chosen.name) ? "table" : undefined);
  }

  /** Shows a text in the field, or its name if it is too long. */
  function take(name: string, whole: string, known?: Form): void {
    long = whole.length < LONG_TEXT ? undefined : whole;
    text.value = long === undefined ? whole : "";
    text.hidden = long !== undefined;
    source.hidden = long === undefined;
    sourceName.textContent = name;
    void read(known);
  }

  /** Reads the current text, in the format `known` or the detected one. */
  async function read(known?: Form): Promise<void> {
    forget();
    const turn = readRows(long ?? text.value, known);
    reading = turn;
    const table = await turn;
    if (reading !== turn) return;
    count.textContent = countOf(table);
    asLines.hidden = table.columns === undefined;
    setWords(doubt, table.columns ? `${NO_TEXTS} Its columns: ${excerptOf(table.columns.join(", "))}` : "");
  }

  async function run(): Promise<void> {
    running = new AbortController();
    const { signal } = running;
    setBusy(true);
    outcome.replaceChildren();
    try {
      outcome.replaceChildren(...(await make(await reading, signal)));
    } catch (error) {
      outcome.replaceChildren(
        fault(signal.aborted ? "Stopped: nothing was kept" : `It broke off: ${(error as Error).message}`),
      );
    }
    setBusy(false);
  }

  /** Resolves to the result of a run, or its errors. Rejects with the signal's reason. */
  async function make({ rows, failures, notes }: Table, signal: AbortSignal): Promise<HTMLElement[]> {
    const lines = rows.length + failures.length;
    if (lines === 0) return [fault("There is nothing to make: paste some lines first")];
    if (lines > MAX_ROWS) {
      return [fault(`At most ${MAX_ROWS.toLocaleString("en")} codes can be made at once: divide the table`)];
    }
    const look = lookOf(store.state);
    // Errors of the look are shown once for all rows that use it.
    const { issues } = parseOptions({ data: "x", ...look });
    const shared = issues.filter(({ field = "" }) => rows.some(({ words }) => words[field] === undefined));
    if (shared.length > 0) return shared.map((issue) => fault(`${inLabels(issue)}: mend it above`));
    bar.max = Math.max(1, rows.length);
    const made = await drawAll(rows, look, signal, (done) => {
      bar.value = done;
    });
    announce(`Finished: ${made.made.toLocaleString("en")} of ${lines.toLocaleString("en")} codes made`);
    return outcomeOf({ ...made, failures: [...failures, ...made.failures] }, notes);
  }

  function setBusy(busy: boolean): void {
    const held = document.activeElement;
    start.disabled = busy;
    stop.hidden = !busy;
    if (held === start && busy) stop.focus();
    if (held === stop && !busy) start.focus();
    bar.hidden = !busy;
    bar.value = 0;
  }

  return el(
    "div",
    { class: "stack" },
    field("Texts", text, source, count, doubt, el("div", { class: "row start" }, asLines)),
    logoStays,
    el(
      "div",
      { class: "row start" },
      start,
      stop,
      file,
      el("label", { for: file.id, class: "button" }, "Open a CSV file"),
    ),
    bar,
    outcome,
  );
}

/** The look of the page without its logo. */
function lookOf({ look }: State): Readonly<Record<string, string>> {
  const { logo: _, logoData: __, ...bare } = look;
  return bare;
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => one[name] === other[name]);
}

const NO_TEXTS = "This is a table, and none of its columns is called data: name the one with the texts so.";

function isTable({ name, type }: File): boolean {
  return /\.(?:csv|tsv|txt)$/i.test(name) || /^text\/(?:csv|plain|tab-separated-values)$/.test(type);
}

function countOf({ rows, failures }: Table): string {
  const most = MAX_ROWS.toLocaleString("en");
  if (rows.length + failures.length > MAX_ROWS) return `More than ${most} codes`;
  return rows.length === 0 ? "" : rows.length === 1 ? "1 code" : `${rows.length.toLocaleString("en")} codes`;
}
