import { announce, button, el, field, setText, uniqueId } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { text } from "../languages/text.ts";
import { offline } from "../offline/offline.ts";
import { serviceFor } from "../picture.ts";
import { captionColumn, labelTemplates } from "../product/lists.ts";
import { QrError } from "../product/messages.ts";
import type { RawOptions } from "../product/options.ts";
import type { SheetInput } from "../product/service.ts";
import { download } from "../stage/download.ts";
import type { Ready } from "./run.ts";

/** Maximum number of rows that are named. */
const MAX_TOLD = 20;

/** The papers of templates, in the order of the list. */
const PAPERS = ["A4", "Letter", "roll"] as const;

/** Creates the controls that turn a list into a PDF with labels. */
export function createLabels(lookOf: () => RawOptions) {
  const template = el(
    "select",
    { id: uniqueId("template") },
    ...PAPERS.map((paper) =>
      el(
        "optgroup",
        { label: paper === "roll" ? text("rolls") : paper },
        ...Object.entries(labelTemplates)
          .filter(([, one]) => one.paper === paper)
          .map(([value, one]) =>
            el("option", { value, selected: value === "avery-l7160" }, `${one.title} · ${sizeOf(one)}`),
          ),
      ),
    ),
  );
  const first = el("input", { type: "number", id: uniqueId("first"), min: 1, value: 1 });
  const outlines = el("input", { type: "checkbox", id: uniqueId("outlines") });
  const start = button(text("createLabels"), run, { class: "main", disabled: true });
  const status = el("p", { class: "about", role: "status" });
  const fault = el("p", { class: "fault", role: "alert" });
  const notes = el("div", {});
  const files = el("div", { class: "row start" });
  let ready: Ready | undefined;
  let running = new AbortController();
  let address: string | undefined;

  for (const control of [template, first, outlines]) control.addEventListener("input", discard);

  /** Removes the result, because the list, the design or a setting has changed. */
  function discard(): void {
    running.abort();
    setText(status, "");
    setText(fault, "");
    notes.replaceChildren();
    files.replaceChildren();
    if (address) URL.revokeObjectURL(address);
    address = undefined;
    start.disabled = !ready || ready.rows.length === 0;
  }

  async function run(): Promise<void> {
    if (!ready) return;
    const { rows, table } = ready;
    discard();
    running = new AbortController();
    const { signal } = running;
    start.disabled = true;
    setText(status, text("drawing"));
    // The service worker draws on this device. Nothing is sent to a server.
    const worker = await offline;
    if (signal.aborted) return;
    if (!worker) return fail(text("printNeedsWorker"));
    const column = captionColumn(table.headings ?? []);
    const cells = new Map(table.rows.map(({ line, cells }) => [line, cells]));
    const sheet = {
      ...{ template: template.value, start: Number(first.value) || 1, marks: outlines.checked ? "outlines" : "none" },
      options: lookOf(),
      items: rows.map(({ line, options }) => {
        const caption = column === undefined ? options.caption : cells.get(line)?.[column];
        return { ...options, caption: caption ? String(caption).trim() : undefined };
      }),
    } as SheetInput;
    const client = serviceFor(true);
    try {
      const report = await client.inspectSheet(sheet, { signal });
      const { body } = await client.drawSheet(sheet, { signal });
      const pdf = new Blob([body], { type: "application/pdf" });
      address = URL.createObjectURL(pdf);
      const done = text("labelsCreated", { labels: report.labels, pages: report.pages });
      setText(status, done);
      announce(done);
      const linesOf = (indexes: readonly number[]) =>
        `${indexes
          .slice(0, MAX_TOLD)
          .map((index) => rows[index]?.line)
          .join(", ")}${indexes.length > MAX_TOLD ? " …" : ""}`;
      const weak = report.weak.map(({ index }) => index);
      notes.replaceChildren(
        ...(weak.length > 0 ? [el("p", { class: "fault" }, text("labelsWeak", { rows: linesOf(weak) }))] : []),
        ...(report.unchecked.length > 0
          ? [el("p", { class: "about" }, text("labelsUnchecked", { rows: linesOf(report.unchecked) }))]
          : []),
        ...(report.cut.length > 0
          ? [el("p", { class: "about" }, text("labelsCut", { rows: linesOf(report.cut) }))]
          : []),
      );
      files.replaceChildren(
        button(text("download", { format: "PDF" }), () => download(pdf, "labels.pdf"), { class: "main" }),
        el("a", { class: "button", href: address, target: "_blank", rel: "noopener" }, text("openPdf")),
      );
      start.disabled = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof QrError)) throw error;
      fail(text("labelsFailed", { reason: reasonOf(error) }));
    }
  }

  /** Returns the message of an error, with the row of its item. */
  function reasonOf(error: QrError): string {
    const [, index, name] = /^items\[(\d+)\]\.(.+)$/.exec(error.field ?? "") ?? [];
    const row = index === undefined ? undefined : ready?.rows[Number(index)];
    if (!row || name === undefined) return inLabels(error);
    const { code, rule, values } = error;
    return `${text("row")} ${row.line}: ${inLabels(new QrError(code, { field: name, rule, values }))}`;
  }

  function fail(reason: string): void {
    setText(status, "");
    setText(fault, reason);
    start.disabled = false;
  }

  const element = el(
    "details",
    { class: "labels" },
    el("summary", {}, text("printLabels")),
    el(
      "div",
      { class: "stack" },
      el("div", { class: "fields" }, field(text("labelSheet"), template), field(text("firstLabel"), first)),
      el("div", { class: "field flag wide" }, outlines, el("label", { for: outlines.id }, text("labelOutlines"))),
      start,
      status,
      fault,
      notes,
      files,
    ),
  );
  return {
    element,
    discard,
    /** Sets the list that becomes labels, if there is one. */
    prepare(next: Ready | undefined): void {
      ready = next;
      discard();
    },
  };
}

function sizeOf({ columns, rows, width, height }: (typeof labelTemplates)[string]): string {
  const side = (length: number) => Math.round(length * 10) / 10;
  const size = `${side(width)} × ${side(height)} mm`;
  return columns * rows > 1 ? `${size} (${columns * rows})` : size;
}
