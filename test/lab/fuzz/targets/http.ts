import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { startServer } from "../../../../src/runtime/node.ts";
import { openSocket } from "../../../faults/sockets.ts";
import { WORKER } from "../app.ts";
import { anyText, cases } from "../generate.ts";
import { checkResponse } from "../properties.ts";
import { bytesOf, type Case, type Piece, type Recipe } from "../recipe.ts";
import { readResponses } from "../responses.ts";
import { demand, type Target } from "../target.ts";

const HOST = "Host: isoqr.test\r\n";
const JSON_TYPE = "Content-Type: application/json\r\n";

/** A smuggled request. Only a server that misreads the length of a body responds to it. */
const SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: isoqr.test\r\n\r\n";

const METHODS = [
  "GET",
  "POST",
  "DELETE",
  "OPTIONS",
  "PUT",
  "TRACE",
  "CONNECT",
  "PRI",
  "get",
  "",
  "G\0T",
  "A".repeat(50),
];
const PATHS = [
  "/api/qr?data=x",
  "/healthz",
  "/",
  "*",
  "//",
  "/api/qr?data=%",
  "/i/%2e%2e%2f",
  "http://a/healthz",
  "/\xff",
  "/ x",
  "/../../etc/passwd",
  "/api/i/x",
  "/assets/..%2f..%2fpackage.json",
  "/docs/%00",
  "/guide/%2e%2e/",
  "/api/qr?data=x#y",
];
const VERSIONS = ["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "http/1.1", "", "HTTP/1.1 x"];
const HEADERS = [
  "Expect: 100-continue",
  "Expect: x",
  "Upgrade: websocket\r\nConnection: Upgrade",
  "Connection: close",
  "Connection: Host",
  "Range: bytes=0-",
  "If-None-Match: *",
  "Accept-Encoding: gzip",
  "Host: b",
  "Host:",
  "Host: a@b/c?d",
  "X-Forwarded-Host: evil",
  "X : y",
  " X: y",
  "X: y\r\n z",
  "X\0: y",
  "X: \0",
  ":",
  "Cookie: a=b",
  "Origin: null",
  "Authorization: Bearer x",
  "Content-Encoding: gzip",
];

const line = fc
  .tuple(fc.constantFrom(...METHODS), fc.constantFrom(...PATHS), fc.constantFrom(...VERSIONS))
  .map((all) => `${all.join(" ")}\r\n`);

const request: fc.Arbitrary<Recipe> = fc
  .tuple(
    line,
    fc.constantFrom(HOST, HOST, HOST, ""),
    fc.array(
      fc.oneof(
        fc.constantFrom(...HEADERS),
        anyText.map((text) => `X-Text: ${text.slice(0, 50)}`),
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom("\r\n", "\r\n", "\n", ""),
  )
  .map(([first, host, headers, end]) => [first, host, ...headers.map((header) => `${header}\r\n`), end]);

/** Generates header lines near the limits on their number and length. */
const crowd: fc.Arbitrary<Recipe> = fc
  .tuple(
    fc.constantFrom("X: 1\r\n", "X:\r\n", "A:b\r\n", `X: ${"y".repeat(100)}\r\n`),
    fc.integer({ min: 1, max: 4000 }),
    fc.constantFrom("", "Host: second\r\n", "X-Forwarded-Host: a\r\n"),
  )
  .map(([header, times, last]) => ["GET /healthz HTTP/1.1\r\n", HOST, { repeat: [header], times }, last, "\r\n"]);

/** Ambiguous body lengths, which parsers may read differently. */
const FRAMES = [
  "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
  "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
  "Content-Length: 5\r\nContent-Length: 6\r\n",
  "Content-Length: 5, 6\r\n",
  "Content-Length: +5\r\n",
  "Content-Length: -1\r\n",
  "Content-Length: 0x5\r\n",
  "Content-Length: 99999999999999999999\r\n",
  "Content-Length: 5 5\r\n",
  "Content-Length:\r\n",
  "Content-Length : 5\r\n",
  "Transfer-Encoding : chunked\r\n",
  "Transfer-Encoding: xchunked\r\n",
  "Transfer-Encoding: identity\r\n",
  "Transfer-Encoding: chunked, identity\r\n",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n",
  "Transfer-Encoding:\x0bchunked\r\nContent-Length: 4\r\n",
  "Transfer-Encoding: chunked\rContent-Length: 4\r\n",
  'Transfer-Encoding: "chunked"\r\n',
  "X: y\rTransfer-Encoding: chunked\r\nContent-Length: 4\r\n",
  "Transfer-Encoding\0: chunked\r\nContent-Length: 4\r\n",
];
const BODIES = [
  "0\r\n\r\n",
  "{}",
  "5\r\nhello\r\n0\r\n\r\n",
  "5;x=\r\nhello\r\n0\r\nX: y\r\n\r\n",
  "-1\r\n",
  "ffffffffffffffff\r\n",
  "5\nhello\n0\n\n",
  "0x5\r\nhello\r\n0\r\n\r\n",
  "2\r\n{}0\r\n\r\n",
];

const ambiguous: fc.Arbitrary<Recipe> = fc
  .tuple(fc.constantFrom(...FRAMES), fc.constantFrom(...BODIES))
  .map(([frame, body]) => ["POST /api/qr HTTP/1.1\r\n", HOST, JSON_TYPE, frame, "\r\n", body, SMUGGLED]);

const chunked: fc.Arbitrary<Recipe> = fc
  .tuple(
    fc.constantFrom(...BODIES),
    fc.integer({ min: 0, max: 300 }),
    fc.constantFrom("1\r\n \r\n", `2;${"x".repeat(300)}\r\n  \r\n`, "0001\r\n \r\n"),
  )
  .map(([body, times, chunk]) => [
    "POST /api/qr HTTP/1.1\r\n",
    HOST,
    JSON_TYPE,
    "Transfer-Encoding: chunked\r\n\r\n",
    { repeat: [chunk], times },
    body,
  ]);

const whole: fc.Arbitrary<Recipe> = fc
  .tuple(
    fc.constantFrom("/api/qr", "/api/i", "/api/qr/validate", "/mcp", "/healthz"),
    fc.constantFrom('{"data":"x"}', "{", "", '{"data":"x","junk":[]}'),
    fc.nat(40),
  )
  .map(([path, body, times]) => {
    const post: Piece[] = [`POST ${path} HTTP/1.1\r\n`, HOST, JSON_TYPE, { sized: [body] }];
    return [...post, { repeat: ["GET /healthz HTTP/1.1\r\n", HOST, "\r\n"], times }, ...post];
  });

const noise: fc.Arbitrary<Recipe> = fc
  .uint8Array({ maxLength: 80 })
  .map((bytes) => [{ hex: Buffer.from(bytes).toString("hex") }]);

/** Returns whether `head` is an unmutated head from `ambiguous`. */
const isAmbiguous = (head: string) =>
  FRAMES.some((frame) => head === `POST /api/qr HTTP/1.1\r\n${HOST}${JSON_TYPE}${frame}`);

/** Sends bytes to a server over a socket. */
export const http: Target = {
  name: "http",
  inputs: cases(
    [],
    request,
    crowd,
    chunked,
    noise,
    whole,
    fc.tuple(request, request).map(([a, b]) => [...a, ...b]),
    ambiguous,
    ambiguous,
  ),
  async open() {
    const server = await startServer({ port: 0, host: "127.0.0.1", links: "memory:" }, {}, WORKER);
    return {
      check: (one) => exchange(server.url, one),
      close: () => server.close(0),
    };
  },
};

/** Milliseconds after which a connection counts as hanging: twice the time limit for receiving a request. */
const HANGING = 60_000;

async function exchange(url: string, { input }: Case): Promise<void> {
  const sent = bytesOf(input);
  const { socket, closed } = openSocket(url);
  // After the end of the input, the server must respond and close the connection.
  socket.end(sent);
  const waiting = new AbortController();
  const late = sleep(HANGING, undefined, { signal: waiting.signal }).catch(() => undefined);
  const received = await Promise.race([closed, late]);
  waiting.abort();
  socket.destroy();
  demand(received !== undefined, "the connection hangs after the end of the input");
  const { responses, rest } = readResponses(Buffer.from(received, "latin1"));
  const own = sent.subarray(0, 100_000).toString("latin1");
  for (const { status, headers, body } of responses) checkResponse({ status, headers }, body, own, [501]);
  demand(
    !sent.includes(" HTTP/1.1\r\n") || !/HEAD/.test(own) || rest.length === 0,
    `unexpected bytes after the responses: ${rest.toString("latin1", 0, 100)}`,
  );
  if (isAmbiguous(own.slice(0, own.indexOf("\r\n\r\n") + 2))) checkAmbiguous(responses);
  checkHosts(
    sent,
    responses.map(({ status }) => status),
  );
  const answer = await fetch(`${url}/healthz`);
  demand(answer.status === 200, `the next connection gets a ${answer.status}`);
  await answer.arrayBuffer();
}

/** Checks that a message with an ambiguous length is rejected, and that the server ignores everything after it on the
 *  connection. RFC 9112, 6.3. */
function checkAmbiguous(responses: readonly { readonly status: number; readonly body: Buffer }[]): void {
  demand(responses.length <= 1, `${responses.length} responses to one ambiguous request`);
  const [first] = responses;
  demand(first === undefined || first.status >= 400, `an ambiguous request gets a ${first?.status}`);
  demand(!first?.body.includes("smuggled"), "the smuggled request is answered");
}

/** Checks that a request succeeds only if it has exactly one Host header. Skips heads that are hard to parse. RFC 9112,
 *  3.2. */
function checkHosts(sent: Buffer, statuses: readonly number[]): void {
  const head = sent.subarray(0, Math.max(0, sent.indexOf("\r\n\r\n"))).toString("latin1");
  if (!/^GET \/healthz HTTP\/1\.1(?:\r\n[\w-]+: ?[\w.-]*)+$/.test(head)) return;
  const hosts = head.match(/^Host:/gim)?.length ?? 0;
  demand(hosts === 1 || statuses[0] !== 200, `a request with ${hosts} Host headers succeeds`);
}
