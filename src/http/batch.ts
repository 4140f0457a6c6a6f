import type { BatchAnswer, BatchEntry, QrApi } from "../api.ts";
import { QrError } from "../errors.ts";
import { type FormatRow, formatOfType, formats } from "../options/formats.ts";
import type { Picture } from "../picture.ts";
import { encodeBase64 } from "../text/base64.ts";
import { combineSlots, type Enter } from "../work/gate.ts";
import { readBody } from "./body.ts";
import type { TakingTurns } from "./limits.ts";
import { readBatchInput, textBytes } from "./parse-body.ts";
import { jsonStreamResponse } from "./respond.ts";

const BATCHES_BUSY = "too many batches in progress: try again in a second";

/** Maximum size of a batch request in bytes: enough for several logos of the largest size, or for fifty typical
 *  ones. */
export const BATCH_LIMIT = 16 * 1024 * 1024;

/** Maximum number of batches in progress. Each one keeps the options of undrawn items in memory. */
export const MAX_BATCHES = 32;

export function batchesBusy(): QrError {
  return new QrError("BUSY", { rule: BATCHES_BUSY });
}

/** Number of bytes or characters of a picture that are converted to JSON at a time. A multiple of three, because base64
 *  may be padded only at its end. */
const PIECE = 3 * 16_384;

interface BatchHost {
  readonly enter: Enter;
  /** Called with the cause of an item's failure, if it has one. Clients never see causes. */
  readonly report: (error: unknown) => void;
  /** Closes the client's connection. If undefined, only the response is aborted. */
  readonly hangUp: (() => void) | undefined;
  /** Called with the number of items, before the response starts. */
  readonly onCount: (count: number) => void;
}

/** Responds to a batch by streaming `{ count, results }`. Items are drawn only as the client reads. The options of an
 *  item count as memory in use until the item is drawn. An item that fails becomes an entry with its error. Rejects if
 *  the request itself is invalid, or if the server is busy. */
export async function answerBatch(
  request: Request,
  api: QrApi,
  call: TakingTurns,
  { enter, report, hangUp, onCount }: BatchHost,
): Promise<Response> {
  // Fails early if the server is busy, because parsing the bodies of many rejected batches would block this thread. The slot is
  // taken after the body has arrived, so that clients that send slowly do not hold one.
  enter(1, call.client).leave();
  const { input, slot: body } = await readBody(request, BATCH_LIMIT, readBatchInput, call);
  let slot = body;
  try {
    slot = combineSlots(body, enter(1, call.client));
    const { options, items } = input;
    const sizes = Array.isArray(items) ? items.map(textBytes) : [];
    let left = sizes.reduce((sum, size) => sum + size, textBytes(options));
    const answer = await api.generateBatch(input, call);
    onCount(answer.count);
    const drawn = (index: number) => {
      left -= sizes[index] ?? 0;
      slot.resize(left);
    };
    return jsonStreamResponse(write(answer, drawn, report), slot, hangUp);
  } catch (error) {
    slot.leave();
    throw error;
  }
}

async function* write(
  { count, results }: BatchAnswer,
  drawn: (index: number) => void,
  report: (error: unknown) => void,
): AsyncGenerator<string> {
  let text = `{"count":${count},"results":[`;
  let separator = "";
  for await (const entry of results) {
    drawn(entry.index);
    text += separator;
    for (const piece of piecesOf(entry, report)) {
      text += piece;
      if (text.length < PIECE) continue;
      yield text;
      text = "";
    }
    yield text;
    text = "";
    separator = ",";
  }
  yield `${text}]}`;
}

function* piecesOf(entry: BatchEntry, report: (error: unknown) => void): Generator<string> {
  if ("picture" in entry) {
    const { index, status, picture } = entry;
    const { contentType } = picture;
    const format = formatOfType(contentType);
    if (!format) throw new Error(`no format has the content type ${contentType}`);
    const head = JSON.stringify({ index, status, format, contentType });
    yield `${head.slice(0, -1)},"output":`;
    yield* outputs[formats[format].body](picture);
    yield "}";
    return;
  }
  const { cause, ...sent } = entry;
  if (cause !== undefined) report(cause);
  yield JSON.stringify(sent);
}

const outputs: Readonly<Record<FormatRow["body"], (picture: Picture) => Generator<string>>> = {
  *bytes({ contentType, body }) {
    const bytes = body as Uint8Array;
    yield `"data:${contentType};base64,`;
    for (let from = 0; from < bytes.length; from += PIECE) yield encodeBase64(bytes.subarray(from, from + PIECE));
    yield '"';
  },
  *text({ body }) {
    const text = body as string;
    yield '"';
    for (let from = 0, to = 0; from < text.length; from = to) {
      to = endOf(text, from);
      yield JSON.stringify(text.slice(from, to)).slice(1, -1);
    }
    yield '"';
  },
  *json({ body }) {
    yield body as string;
  },
};

/** Returns the end index of the piece of `text` that starts at `from`. A piece has at most PIECE characters and never
 *  splits a surrogate pair. */
function endOf(text: string, from: number): number {
  const end = Math.min(from + PIECE, text.length);
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 && end < text.length ? end - 1 : end;
}
