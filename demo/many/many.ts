import { announce, el, field, freshId } from "../dom.ts";
import { download } from "../stage/files.ts";
import type { Store } from "../state.ts";
import { drawAll, type Failure, type Run } from "./draw-all.ts";
import { MOST_ROWS, readRows } from "./table.ts";

/** Failures that are shown; all of them are counted. */
const MOST_SHOWN = 200;

/** Characters from which on a text is kept beside the field: fields take a minute to show some thousand pasted lines, and
 *  freeze the page for it. */
const LONG = 20_000;

/** Characters of a table. */
const MOST_TEXT = 20_000_000;

/** Many codes in one go, from lines or from a table, as a zip. They look as the code above does, but for its logo. */
export function createMany(store: Store): HTMLElement {
  const text = el("textarea", {
    id: freshId("many"),
    rows: 6,
    dir: "auto",
    spellcheck: "false",
    placeholder: "One text a line, or a table:\ndata,name,color\nhttps://example.com/1,table 1,0b3d2e",
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
  const outcome = el("div", { class: "outcome" });
  const logoStays = el("p", { class: "about", hidden: true }, "The logo stays on the one code above.");
  /** A text that is too long for the field. */
  let long: string | undefined;
  let running: AbortController | undefined;

  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    if (chosen.size > MOST_TEXT) outcome.replaceChildren(fault("The file is too large: give at most 20 MB"));
    else take(chosen.name, await chosen.text());
    file.value = "";
  });
  text.addEventListener("input", showCount);
  text.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length < LONG) return;
    event.preventDefault();
    take("Pasted lines", pasted.slice(0, MOST_TEXT));
  });
  drop.addEventListener("click", () => {
    take("", "");
    text.focus();
  });
  start.addEventListener("click", () => void run());
  stop.addEventListener("click", () => running?.abort());
  store.watch(({ look }) => {
    logoStays.hidden = look.logo === undefined && look.logoData === undefined;
  });

  /** Takes a text of this name, in the field where it can show it. */
  function take(name: string, whole: string): void {
    long = whole.length < LONG ? undefined : whole;
    text.value = long === undefined ? whole : "";
    text.hidden = long !== undefined;
    source.hidden = long === undefined;
    sourceName.textContent = name;
    showCount();
  }

  function showCount(): void {
    const { length } = readRows(long ?? text.value);
    count.textContent = length === 0 ? "" : length === 1 ? "1 code" : `${length.toLocaleString("en")} codes`;
  }

  async function run(): Promise<void> {
    const rows = readRows(long ?? text.value);
    if (rows.length === 0) return outcome.replaceChildren(fault("There is nothing to make: paste some lines first"));
    if (rows.length > MOST_ROWS) {
      const most = MOST_ROWS.toLocaleString("en");
      return outcome.replaceChildren(fault(`At most ${most} codes can be made at once: divide the table`));
    }
    const { logo: _, logoData: __, ...look } = store.state.look;
    running = new AbortController();
    setBusy(true);
    outcome.replaceChildren();
    bar.max = rows.length;
    try {
      const made = await drawAll(rows, look, running.signal, (done) => {
        bar.value = done;
      });
      outcome.replaceChildren(...outcomeOf(made));
      announce(`Finished: ${made.made.toLocaleString("en")} of ${rows.length.toLocaleString("en")} codes made`);
    } catch (error) {
      const stopped = running.signal.aborted;
      outcome.replaceChildren(
        fault(stopped ? "Stopped: nothing was kept" : `It broke off: ${(error as Error).message}`),
      );
    }
    setBusy(false);
  }

  function setBusy(busy: boolean): void {
    start.disabled = busy;
    stop.hidden = !busy;
    bar.hidden = !busy;
    bar.value = 0;
  }

  return el(
    "div",
    { class: "stack" },
    field("Texts", text, source, count),
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

function fault(sentence: string): HTMLElement {
  return el("p", { class: "fault", role: "alert" }, sentence);
}

function outcomeOf({ zip, made, failures }: Run): HTMLElement[] {
  const save = el("button", { type: "button", onclick: () => download(zip, "qr-codes.zip") });
  save.textContent = `Download zip, ${sizeOf(zip)}`;
  const sum = `${made.toLocaleString("en")} made, ${failures.length.toLocaleString("en")} failed`;
  return [
    el("div", { class: "row" }, el("p", {}, sum), made > 0 ? save : undefined),
    ...(failures.length > 0 ? [tableOf(failures)] : []),
  ];
}

function sizeOf({ size }: Blob): string {
  return size < 1e6 ? `${Math.ceil(size / 1e3)} kB` : `${(size / 1e6).toFixed(1)} MB`;
}

function tableOf(failures: readonly Failure[]): HTMLElement {
  const rows = failures
    .slice(0, MOST_SHOWN)
    .map(({ line, sentence }) => el("tr", {}, el("td", {}, String(line)), el("td", {}, sentence)));
  const more = failures.length - rows.length;
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Codes that failed" },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Line"), el("th", { scope: "col" }, "What is wrong"))),
      el("tbody", {}, ...rows, ...(more > 0 ? [el("tr", {}, el("td", {}, ""), el("td", {}, `and ${more} more`))] : [])),
    ),
  );
}
