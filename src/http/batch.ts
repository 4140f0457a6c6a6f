import type { BatchAnswer, BatchEntry } from "../api.ts";
import { jsonStreamResponse } from "./respond.ts";

/** Room for fifty inline logos of a usual size. */
export const BATCH_LIMIT = 16 * 1024 * 1024;

/** `{ count, results }`, written entry by entry: one that is not yet read is not yet drawn. `report` hears of what went
 *  wrong unexpectedly with an item, of which the caller learns nothing. */
export function batchResponse(answer: BatchAnswer, report: (error: unknown) => void): Response {
  return jsonStreamResponse(write(answer, report));
}

async function* write({ count, results }: BatchAnswer, report: (error: unknown) => void): AsyncGenerator<string> {
  let before = `{"count":${count},"results":[`;
  for await (const entry of results) {
    yield before + JSON.stringify(sent(entry, report));
    before = ",";
  }
  yield "]}";
}

function sent(entry: BatchEntry, report: (error: unknown) => void): BatchEntry {
  if (!("cause" in entry)) return entry;
  const { cause, ...rest } = entry;
  report(cause);
  return rest;
}
