import { announce, button, el, setText } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { text } from "../languages/text.ts";
import type { ListTable, Skipped } from "../product/lists.ts";
import { QrError } from "../product/messages.ts";
import { parseOptions } from "../product/options.ts";
import { downloadLook, type State } from "../state.ts";
import { drawAll } from "./draw-all.ts";
import { inSlices, type Mapping, type readRows } from "./list.ts";
import { errorMessage, outcomeOf } from "./outcome.ts";
import { skippedOf } from "./preview.ts";

/** A list whose codes can be created now. */
export interface Ready extends Awaited<ReturnType<typeof readRows>> {
  readonly table: ListTable;
  readonly mapping: Mapping;
}

/** Creates the button that turns a list into a ZIP file of QR codes, with its progress and its result. */
export function createRun(lookOf: () => State["look"]) {
  const start = button(text("createCodes"), run, { class: "main", disabled: true });
  const stop = button(text("stop"), () => running?.abort(), { hidden: true });
  const bar = el("progress", { value: 0, max: 1, hidden: true, "aria-label": text("codesCreated") });
  const outcome = el("div", { class: "outcome" });
  let ready: Ready | undefined;
  let running: AbortController | undefined;
  let isBusy = false;
  /** Whether the list is being edited or read, so that `ready` is out of date. */
  let isOutdated = false;

  async function run(): Promise<void> {
    if (!ready) return;
    const { rows, skipped, table, mapping } = ready;
    const look = lookOf();
    // Reports an error in the design once, instead of once for every row that uses the design.
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
    setBusy(true, rows.length);
    outcome.replaceChildren();
    try {
      const isSized = (mapping.options.size ?? mapping.options.logoMargin) !== undefined;
      const result = await drawAll(rows, isSized ? look : downloadLook(look), signal, (done) => {
        bar.value = done;
      });
      const listed: Skipped[] = [];
      await inSlices(skipped, (row) => listed.push(skippedOf(row, table, mapping)) > 0);
      const all = rows.length + listed.length;
      announce(text("createdOfAll", { created: result.created, all }));
      outcome.replaceChildren(...outcomeOf({ ...result, skipped: [...listed, ...result.skipped] }));
    } catch (error) {
      const reason = error instanceof QrError ? inLabels(error) : (error as Error).message;
      const message = signal.aborted ? text("bulkStopped") : text("bulkFailed", { reason });
      outcome.replaceChildren(errorMessage(message));
    }
    setBusy(false, rows.length);
  }

  function showReadiness(): void {
    start.disabled = isBusy || isOutdated || !ready || ready.rows.length === 0;
  }

  function setBusy(busy: boolean, rows: number): void {
    const focused = document.activeElement;
    isBusy = busy;
    showReadiness();
    stop.hidden = !busy;
    if (focused === start && busy) stop.focus();
    if (focused === stop && !busy) start.focus();
    bar.hidden = !busy;
    bar.max = Math.max(1, rows);
    bar.value = 0;
  }

  return {
    elements: [el("div", { class: "row start" }, start, stop), bar, outcome],
    /** Stops the run and removes its result, because the list or the design has changed. */
    discard(): void {
      running?.abort();
      outcome.replaceChildren();
    },
    /** Sets the list that the button turns into codes, if there is one. */
    prepare(next: Ready | undefined): void {
      ready = next;
      isOutdated = false;
      showReadiness();
    },
    /** Disables the button until `prepare` is called. */
    disable(): void {
      isOutdated = true;
      showReadiness();
    },
    setLabel: (label: string) => setText(start, label),
  };
}
