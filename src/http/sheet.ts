import type { QrApi } from "../api.ts";
import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { MOST_SCANS, sheetTable } from "../options/sheet-table.ts";
import { combineSlots, type Enter } from "../work/gate.ts";
import { BODY_LIMIT, readBody } from "./body.ts";
import type { TakingTurns } from "./limits.ts";
import { readSheet } from "./parse-body.ts";
import { jsonResponse, pdfStreamResponse, type Reply } from "./respond.ts";

const SHEETS_BUSY = "too many sheets of labels in progress: try again in a second";

/** Maximum number of sheets in progress. Each one keeps the options of its labels, and a page, in memory. */
export const MAX_SHEETS = 8;

export function sheetsBusy(): QrError {
  return new QrError("BUSY", { rule: SHEETS_BUSY });
}

interface SheetHost {
  readonly enter: Enter;
  /** Closes the client's connection. If undefined, only the response is aborted. */
  readonly hangUp: (() => void) | undefined;
  /** Called with the number of labels, before the response starts. */
  readonly onCount: (count: number) => void;
}

/** Responds to a request for a sheet of labels with a PDF, whose pages are drawn as the client reads, or with a report.
 *  Rejects if any label cannot be drawn, or if the server is busy. */
export async function answerSheet(
  request: Request,
  api: QrApi,
  call: TakingTurns,
  { enter, hangUp, onCount }: SheetHost,
): Promise<Response | Reply> {
  // Fails early if the server is busy, like a batch.
  enter(1, call.client).leave();
  const { input, slot: body } = await readBody(request, BODY_LIMIT, readSheet, call);
  let slot = body;
  try {
    slot = combineSlots(body, enter(1, call.client));
    const sheet = await api.drawSheet(input, call);
    const isReport = formatOf(input) === "json";
    onCount(labelsToCharge(sheet.labels) + (isReport ? Math.min(MOST_SCANS, sheet.labels) : 0));
    if (!isReport) return pdfStreamResponse(sheet.pdf(), "labels.pdf", slot, hangUp);
    const report = await sheet.report();
    slot.leave();
    return jsonResponse(report);
  } catch (error) {
    slot.leave();
    throw error;
  }
}

const formatOf = ({ format }: RawOptions) => sheetTable.format.read(format) ?? sheetTable.format.default;

/** A label takes about as long as a tenth of an item of a batch. */
const labelsToCharge = (count: number) => Math.ceil(count / 10);
