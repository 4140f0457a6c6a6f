import { QrError } from "../errors.ts";
import { createGate, type Place } from "./gate.ts";
import { createJsonCheck } from "./json-bounds.ts";
import { parseBody, textBytes } from "./parse-body.ts";

/** Bytes of a body, unless a route says otherwise. */
export const BODY_LIMIT = 4 * 1024 * 1024;

interface Body<Words> {
  readonly words: Words;
  /** The memory that its words take; leave it when they are no longer needed. */
  readonly room: Place;
}

/** Reads the JSON body of `request` and passes it to `use`. Reads at most `limit` bytes, whatever Content-Length says.
 *  What `read` keeps of the text counts as memory in use until `use` settles.
 *  @throws {QrError} UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or BODY_INVALID; BUSY if too many large bodies are being
 *  processed. */
export async function withBody<Words, Value>(
  request: Request,
  limit: number,
  read: (text: string) => Words,
  use: (words: Words) => Promise<Value>,
): Promise<Value> {
  const { words, room } = await readBody(request, limit, read);
  try {
    return await use(words);
  } finally {
    room.leave();
  }
}

/** Reads the body of `request` like withBody. It counts as memory in use until its room is left. */
export async function readBody<Words>(
  request: Request,
  limit: number,
  read: (text: string) => Words,
): Promise<Body<Words>> {
  checkType(request.headers);
  if (Number(request.headers.get("Content-Length")) > limit) throw bodyTooLarge(limit);
  const room = enterBody();
  try {
    const words = await parseBody(await readBytes(request, limit, room), read);
    room.resize(textBytes(words));
    return { words, room };
  } catch (error) {
    room.leave();
    throw error;
  }
}

function checkType(headers: Headers): void {
  const [type = "", ...parameters] = (headers.get("Content-Type") ?? "").toLowerCase().split(";");
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(type.trim())) throw notSentAsJson();
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  if (charset && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new QrError("UNSUPPORTED_MEDIA_TYPE", 415, "the charset must be utf-8: change it or leave it out");
  }
  const encoding = headers.get("Content-Encoding");
  if (encoding && encoding.toLowerCase() !== "identity") {
    throw new QrError("UNSUPPORTED_MEDIA_TYPE", 415, "Content-Encoding is not supported: send the body uncompressed");
  }
}

/** 415 for a body of another type. */
export function notSentAsJson(): QrError {
  return new QrError("UNSUPPORTED_MEDIA_TYPE", 415, "Content-Type must be application/json: send the options as JSON");
}

async function readBytes(request: Request, limit: number, room: Place): Promise<Uint8Array> {
  const check = createJsonCheck();
  // Firefox has no streams of requests; there it is a service worker whose page has the bytes already.
  if (!request.body) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.length > limit) throw bodyTooLarge(limit);
    check(bytes);
    return bytes;
  }
  const reader = request.body.getReader();
  // Copied together as it arrives: each of many small chunks would take a hundred times its bytes.
  let bytes = new Uint8Array();
  let length = 0;
  try {
    for (let part = await next(reader); !part.done; part = await next(reader)) {
      const end = length + part.value.length;
      if (end > limit) throw bodyTooLarge(limit);
      check(part.value);
      if (end > bytes.length) {
        const size = length === 0 ? end : Math.min(limit, 2 * end);
        room.resize(size);
        const larger = new Uint8Array(size);
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(part.value, length);
      length = end;
    }
    return bytes.subarray(0, length);
  } finally {
    // Not awaited: a stream that ignores its cancellation must not hold up the answer. At its end it does nothing.
    reader.cancel().catch(() => undefined);
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    throw new QrError("BODY_INVALID", 400, "the body ended early: send it again");
  }
}

/** 413 for a body of more than `limit` bytes. */
export function bodyTooLarge(limit: number): QrError {
  return new QrError("BODY_TOO_LARGE", 413, `the body must be at most ${limit / 1024 / 1024} MiB: send a smaller one`);
}

/** Bytes that all bodies may take together, from their arrival until the response: eight of the largest batches. */
export const ROOM = 128 * 1024 * 1024;

/** Bytes of a body that are not counted, so that small bodies are served while large ones fill the room. */
export const FREE = 16 * 1024;

const enter = createGate(ROOM, bodiesBusy);

/** 503 while there is no room for another large body. */
export function bodiesBusy(): QrError {
  return new QrError("BUSY", 503, "too many large bodies in progress: try again in a second");
}

/** Enters the next body, with a size of 0. `resize` sets its length in bytes, and throws BUSY (503) if there is no room. */
function enterBody(): Place {
  const place = enter(0);
  return { ...place, resize: (length) => place.resize(Math.max(0, length - FREE)) };
}
