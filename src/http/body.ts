import { QrError } from "../errors.ts";
import { createGate, type Slot } from "../work/gate.ts";
import { createJsonCheck } from "./json-bounds.ts";
import type { TakingTurns } from "./limits.ts";
import { parseBody, textBytes } from "./parse-body.ts";

const CHARSET = "the charset in Content-Type must be utf-8: change or remove it";
const CONTENT_ENCODING = "Content-Encoding is not supported: send the body uncompressed";
const CONTENT_TYPE = "Content-Type must be application/json: send the options as JSON";
const ENDED_EARLY = "the body ended early: send it again";
export const BODY_SIZE = "the body must be at most {max} MiB: send a smaller one";
const BODIES_BUSY = "too many large requests in progress: try again in a second";

/** Maximum size of a request body in bytes, unless a route has its own limit. */
export const BODY_LIMIT = 4 * 1024 * 1024;

type BodyCall = Pick<TakingTurns, "client" | "turn">;

interface Body<Input> {
  readonly input: Input;
  /** Reserves the memory that `input` takes up. Call `leave()` when `input` is no longer needed. */
  readonly slot: Slot;
}

/** Parses the JSON body of `request` with `read`, and resolves to the result of `use` for it. Reads at most BODY_LIMIT
 *  bytes, regardless of Content-Length. Waits for the client's turn before reading a large body, and before parsing any
 *  body. The text in the result counts as memory in use until `use` settles. A known client can reserve at most half of the
 *  memory.
 *  @throws {QrError} UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, BODY_INVALID, or BUSY if too many large bodies are in progress. */
export async function withBody<Input, Value>(
  request: Request,
  read: (text: string) => Input,
  use: (input: Input) => Promise<Value>,
  call: BodyCall = {},
): Promise<Value> {
  const { input, slot } = await readBody(request, BODY_LIMIT, read, call);
  try {
    return await use(input);
  } finally {
    slot.leave();
  }
}

/** Reads a body like `withBody`, but its memory stays reserved until you call `slot.leave()`. */
export async function readBody<Input>(
  request: Request,
  limit: number,
  read: (text: string) => Input,
  call: BodyCall = {},
): Promise<Body<Input>> {
  checkType(request.headers);
  if (declaredLength(request) > limit) throw bodyTooLarge(limit);
  const slot = enterBody(call.client);
  try {
    const bytes = await readBytes(request, limit, slot, call);
    await call.turn?.();
    const input = await parseBody(bytes, read, call);
    slot.resize(textBytes(input));
    return { input, slot };
  } catch (error) {
    slot.leave();
    throw error;
  }
}

function checkType(headers: Headers): void {
  const [type = "", ...parameters] = (headers.get("Content-Type") ?? "").toLowerCase().split(";");
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(type.trim())) throw notSentAsJson();
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  if (charset && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new QrError("UNSUPPORTED_MEDIA_TYPE", { rule: CHARSET });
  }
  const encoding = headers.get("Content-Encoding");
  if (encoding && encoding.toLowerCase() !== "identity") {
    throw new QrError("UNSUPPORTED_MEDIA_TYPE", { rule: CONTENT_ENCODING });
  }
}

export function notSentAsJson(): QrError {
  return new QrError("UNSUPPORTED_MEDIA_TYPE", { rule: CONTENT_TYPE });
}

const declaredLength = ({ headers }: Request): number => Number(headers.get("Content-Length"));

/** Reads at most `limit` bytes. Waits for the client's turn before each chunk of a large body, because many large bodies
 *  that arrive together would otherwise delay other requests. */
async function readBytes(request: Request, limit: number, slot: Slot, call: BodyCall): Promise<Uint8Array> {
  const expected = declaredLength(request) || limit;
  const check = createJsonCheck();
  // `body` is null if it is empty, and undefined in Firefox, which has no request streams. In Firefox, this code runs
  // only in the service worker, and the page already has the bytes in memory.
  if (!request.body) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.length > limit) throw bodyTooLarge(limit);
    check(bytes);
    return bytes;
  }
  const reader = request.body.getReader();
  // Merges chunks as they arrive, because many small chunks kept separately would take a hundred times as much memory.
  let bytes = new Uint8Array();
  let length = 0;
  try {
    for (let part = await next(reader); !part.done; part = await next(reader)) {
      const end = length + part.value.length;
      if (end > limit) throw bodyTooLarge(limit);
      check(part.value);
      if (end > bytes.length) {
        const size = length === 0 ? end : Math.min(end > expected ? limit : expected, 2 * end);
        slot.resize(size);
        const larger = new Uint8Array(size);
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(part.value, length);
      length = end;
      if (length > FREE) await call.turn?.();
    }
    return bytes.subarray(0, length);
  } finally {
    // Not awaited, because some streams never settle this promise.
    reader.cancel().catch(() => undefined);
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    throw new QrError("BODY_INVALID", { rule: ENDED_EARLY });
  }
}

export function bodyTooLarge(limit: number): QrError {
  return new QrError("BODY_TOO_LARGE", { rule: BODY_SIZE, values: { max: limit / 1024 / 1024 } });
}

/** Maximum total size of the request bodies in memory, in bytes: enough for eight of the largest batches. A body counts
 *  from its arrival until its slot is freed, usually when the response is ready. */
export const ROOM = 128 * 1024 * 1024;

/** Bytes of each body that do not count towards ROOM, so that small requests still work while large bodies fill the
 *  memory. These bytes are also read without waiting for a turn. */
export const FREE = 16 * 1024;

const enter = createGate(ROOM, bodiesBusy);

export function bodiesBusy(): QrError {
  return new QrError("BUSY", { rule: BODIES_BUSY });
}

/** Returns a slot for one more body. `resize` sets the length of the body in bytes, and throws BUSY (503) if there is not
 *  enough space. */
function enterBody(client: string | undefined): Slot {
  const slot = enter(0, client);
  return { ...slot, resize: (length) => slot.resize(Math.max(0, length - FREE)) };
}
