import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { readJson } from "../options/read.ts";
import { enterBody } from "./body-room.ts";

/** Bytes of a body, unless a route says otherwise. */
export const BODY_LIMIT = 4 * 1024 * 1024;

/** The words in the JSON body of `request`, of which at most `limit` bytes are read, whatever Content-Length claims. With
 *  `read`, what that returns for the body's text.
 *  @throws {QrError} UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or BODY_INVALID; BUSY when many large bodies arrive at once. */
export async function readBody(request: Request, limit: number): Promise<RawOptions>;
export async function readBody<Value>(request: Request, limit: number, read: (text: string) => Value): Promise<Value>;
export async function readBody(request: Request, limit: number, read: (text: string) => unknown = readJson) {
  checkType(request.headers);
  if (Number(request.headers.get("Content-Length")) > limit) throw tooLarge(limit);
  return read(decode(await readBytes(request, limit)));
}

function checkType(headers: Headers): void {
  const [type = "", ...parameters] = (headers.get("Content-Type") ?? "").toLowerCase().split(";");
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(type.trim())) {
    throw new QrError("UNSUPPORTED_MEDIA_TYPE", 415, "send the options as JSON, with Content-Type: application/json");
  }
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  if (charset && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new QrError("UNSUPPORTED_MEDIA_TYPE", 415, "JSON is read as UTF-8: leave the charset out or set it to utf-8");
  }
  const encoding = headers.get("Content-Encoding");
  if (encoding && encoding.toLowerCase() !== "identity") {
    throw new QrError("UNSUPPORTED_MEDIA_TYPE", 415, "send the body as it is, without Content-Encoding");
  }
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  // Firefox has no streams of requests; there it is a service worker whose page has the bytes already.
  if (!request.body) return checkLength(new Uint8Array(await request.arrayBuffer()), limit);
  const reader = request.body.getReader();
  const room = enterBody();
  // Copied together as it arrives: each of many small chunks would take a hundred times its bytes.
  let bytes = new Uint8Array();
  let length = 0;
  try {
    for (let part = await next(reader); !part.done; part = await next(reader)) {
      const end = length + part.value.length;
      if (end > limit) throw tooLarge(limit);
      if (end > bytes.length) {
        const size = length === 0 ? end : Math.min(limit, 2 * end);
        room.grow(size);
        const larger = new Uint8Array(size);
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(part.value, length);
      length = end;
    }
    return bytes.subarray(0, length);
  } finally {
    room.release();
    // Not awaited: a stream that ignores its cancellation must not hold up the answer. At its end it does nothing.
    reader.cancel().catch(() => undefined);
  }
}

function checkLength(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.length > limit) throw tooLarge(limit);
  return bytes;
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    throw new QrError("BODY_INVALID", 400, "the body broke off before its end: send it again");
  }
}

function decode(bytes: Uint8Array): string {
  try {
    // Drops a byte order mark, which some editors put before JSON.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new QrError("BODY_INVALID", 400, "the body is not valid UTF-8: send the JSON as UTF-8");
  }
}

function tooLarge(limit: number): QrError {
  return new QrError("BODY_TOO_LARGE", 413, `the body must be at most ${limit / 1024 / 1024} MiB: send less at a time`);
}
