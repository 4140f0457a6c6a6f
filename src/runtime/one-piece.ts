import type { RequestListener, ServerResponse } from "node:http";

/** Bytes of a body up to which copying it is cheaper than a second piece. */
const SHORT = 16 * 1024;

/** `listener` with short bodies sent in one piece with their headers. Node writes headers as text and bytes behind them, and
 *  a write of two pieces takes the system as long as drawing the picture; text of the same bytes is put behind the headers
 *  before it is written. */
export function inOnePiece(listener: RequestListener): RequestListener {
  return (request, response) => {
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = ((body?: unknown, ...rest: unknown[]) =>
      body instanceof Uint8Array && body.length <= SHORT
        ? end(latin1(body), "latin1", ...rest)
        : end(body, ...rest)) as typeof response.end;
    return listener(request, response);
  };
}

/** A character for each byte. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
