/** A response received over a socket. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Parses the responses received on one connection. `rest` is the data after the last valid response. A body ends after
 *  its stated length, with the last chunk, or at the end of the connection. Responses to HEAD are not supported. */
export function readResponses(bytes: Buffer): { readonly responses: readonly RawResponse[]; readonly rest: Buffer } {
  const responses: RawResponse[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf("\r\n\r\n", at);
    if (end < 0) break;
    const [first = "", ...lines] = bytes.toString("latin1", at, end).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(first)?.[1]);
    if (!status) break;
    const headers = new Headers(
      lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
    );
    const found = readBody(bytes.subarray(end + 4), status, headers);
    if (!found) break;
    at = end + 4 + found.length;
    if (status >= 200) responses.push({ status, headers, body: found.body });
  }
  return { responses, rest: bytes.subarray(at) };
}

function readBody(bytes: Buffer, status: number, headers: Headers): { body: Buffer; length: number } | undefined {
  if (status < 200 || status === 204 || status === 304) return { body: Buffer.alloc(0), length: 0 };
  const length = headers.get("Content-Length");
  if (length !== null) {
    const body = bytes.subarray(0, Number(length));
    return body.length === Number(length) ? { body, length: body.length } : undefined;
  }
  if (!/chunked/i.test(headers.get("Transfer-Encoding") ?? "")) return { body: bytes, length: bytes.length };
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf("\r\n", at);
    if (end < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (Number.isNaN(size)) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), length: end + 4 };
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
