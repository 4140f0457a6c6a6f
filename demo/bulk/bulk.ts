import { el, setText } from "../dom.ts";
import { quoted, text } from "../languages/text.ts";
import { type ListTable, tableOf } from "../product/lists.ts";
import type { State, Store } from "../state.ts";
import { columnLabel, createColumns } from "./columns.ts";
import { createFormat } from "./format.ts";
import { createLabels } from "./labels.ts";
import { MAX_ROWS, missingField, readRows } from "./list.ts";
import { createListInput } from "./list-input.ts";
import { previewOf } from "./preview.ts";
import { createRun } from "./run.ts";
import { type Choices, type ReadList, readSource, type Source } from "./source.ts";

interface View {
  readonly element: HTMLElement;
  /** Opens a file with a list. */
  open(file: File): Promise<void>;
}

/** Creates the view that turns a list or a table into many QR codes in a ZIP file. The codes have the page's design. `files`
 *  is a list of file types, as in the `accept` attribute. */
export function createBulk(store: Store, files: string): View {
  const input = createListInput(files, {
    editing() {
      // Until the new text has been read, the button would create the codes of the old text.
      run.disable();
      run.discard();
      labels.prepare(undefined);
    },
    change(source) {
      current = source;
      choices = {};
      void read();
    },
  });
  const problem = el("p", { class: "fault", role: "alert" });
  const format = createFormat((next) => {
    choices = { ...choices, ...next };
    void read();
  });
  const columns = createColumns(() => {
    run.discard();
    void prepare();
  });
  const preview = el("div", {});
  const summary = el("p", { class: "about", role: "status" });
  const run = createRun(() => store.state.look);
  const labels = createLabels(() => store.state.look);
  let current: Source = { name: "", data: "" };
  let choices: Choices = {};
  let table: ListTable | undefined;
  /** Whether the user must first correct the list, or the way it is read. */
  let isBlocked = false;
  /** The numbers of the latest read and the latest preparation. Results of earlier ones are discarded. */
  let [reads, preparations] = [0, 0];
  let latest = store.state.look;

  store.watch(({ look }) => {
    if (isSame(look, latest)) return;
    latest = look;
    run.discard();
    labels.discard();
  });

  /** Reads the list with the user's choices, and shows its columns. */
  async function read(): Promise<void> {
    run.discard();
    run.disable();
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
    run.prepare(undefined);
    labels.prepare(undefined);
    input.showCount(table?.rows.length);
    preview.replaceChildren(...(table && mapping ? [previewOf(table, mapping)] : []));
    if (!table || !mapping || isBlocked) return showSummary("", text("createCodes"));
    const missing = missingField(mapping);
    if (missing !== undefined) {
      const label = columnLabel(mapping.kind, missing);
      return showSummary(text("chooseColumnFirst", { label: quoted(label) }), text("createCodes"));
    }
    const found = await readRows(table, mapping);
    if (number !== preparations) return;
    run.prepare({ ...found, table, mapping });
    labels.prepare({ ...found, table, mapping });
    const [created, rest] = [found.rows.length, found.skipped.length];
    showSummary(
      rest > 0 ? text("rowsSkipped", { count: rest }) : "",
      created > 0 ? text("createCount", { count: created }) : text("createCodes"),
    );
  }

  function showSummary(message: string, label: string): void {
    setText(summary, message);
    run.setLabel(label);
  }

  const parts = [problem, format.element, columns.element, preview, summary];
  const element = el("div", { class: "stack bulk" }, ...input.elements, ...parts, ...run.elements, labels.element);
  return { element, open: input.open };
}

/** Returns a problem with the list that the user should check, or "". */
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
