import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect as connectHttp2, constants } from "node:http2";
import { connect as connectTcp } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { check, clientAt, folder, HOST, PATIENCE } from "./parts.mjs";

// Checks of what docs/deploy claims about proxies.

/** The limit for links per minute. It is low enough for the check that exceeds it, and high enough for all others. */
export const LINKS_A_MINUTE = 40;

/** Checks that apply to every proxy at `port`, and to its plain port. */
export async function checkFront(name, { port, plainPort }) {
  const ask = clientAt(port);
  const asking = await askPlain(plainPort, "/api/qr?data=x");
  check(
    `${name}: redirects HTTP to HTTPS, and keeps the method`,
    asking.status === 308 && asking.location?.startsWith(`https://${HOST}`) && asking.location.endsWith("?data=x"),
    asking,
  );
  const spoofed = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http" };
  const created = await ask(`/api/i?data=behind-${name}`, { headers: spoofed });
  check(`${name}: sends HSTS`, created.headers["strict-transport-security"] === "max-age=63072000", created.headers);
  const link = JSON.parse(created.text);
  check(
    `${name}: links have the proxy's URL, whichever headers a client sends`,
    link.url === `https://${HOST}/i/${link.id}`,
    link,
  );
  const page = await ask(`/i/${link.id}`, { headers: spoofed });
  check(
    `${name}: the pages of links have the proxy's URL`,
    page.text.includes(HOST) && !page.text.includes("evil"),
    page.status,
  );
  const long = `/api/qr?ec=L&data=${encodeURIComponent("€".repeat(984))}`;
  check(`${name}: passes the longest text in a URL`, (await ask(long)).status === 200);
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ items: [{ data: "x" }], pad: "x".repeat(15 * 1024 * 1024) });
  const drawn = await ask("/api/qr/batch", { method: "POST", headers, body });
  check(`${name}: passes a batch of 15 MiB`, drawn.status === 200, drawn.status);
  const svg = `/api/qr?data=${name}&format=svg`;
  const packed = await ask(svg, { headers: { "Accept-Encoding": "gzip" } });
  check(`${name}: compresses SVGs`, packed.headers["content-encoding"] === "gzip", packed.headers);
  const tag = packed.headers.etag ?? "";
  const again = await ask(svg, { headers: { "If-None-Match": tag, "Accept-Encoding": "gzip" } });
  check(`${name}: revalidates a compressed picture by its ETag`, again.status === 304, [again.status, tag]);
  for (const path of [svg, "/docs", "/missing", `/i/${link.id}`]) {
    const { raw } = await ask(path, { headers: { "Accept-Encoding": "gzip", Accept: "text/html" } });
    const varies = raw.filter((_, at) => at % 2 === 1 && raw[at - 1].toLowerCase() === "vary");
    const names = varies.join(", ").split(", ");
    const isOnce = new Set(names).size === names.length && names.includes("Accept-Encoding");
    // Caddy cannot add a name to an existing header.
    const isOne = name === "Caddy" || varies.length === 1;
    check(`${name}: names each header in Vary once for ${path.replace(link.id, "<id>")}`, isOnce && isOne, varies);
  }
}

/** Resolves to the status and the location of a response over HTTP. */
async function askPlain(port, path) {
  const socket = connectTcp(port, "127.0.0.1");
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error("no response")));
  let seen = "";
  for await (const bytes of socket) seen += bytes;
  const [, location] = /^location: (\S+)/im.exec(seen) ?? [];
  return { status: Number(seen.split(" ")[1]), location };
}

/** Checks that each client behind a proxy is counted separately, and that clients cannot evade the limits with
 *  headers. */
export async function checkLimits(name, { port }) {
  const last = name === "nginx" ? 51 : 52;
  const [busy, quiet] = [clientAt(port, `127.0.0.${last}`), clientAt(port, `127.0.0.${last + 10}`)];
  const link = (ask, spoofed) => ask("/api/i?data=limits", { headers: { "X-Forwarded-For": spoofed } });
  const answers = [];
  for (let i = 0; i < LINKS_A_MINUTE + 2; i++) answers.push(await link(busy, `192.0.2.${i}`));
  const refusal = answers.find(({ status }) => status === 429);
  check(`${name}: X-Forwarded-For of a client does not evade its limit`, refusal, answers.length);
  check(`${name}: the 429 has a Retry-After`, Number(refusal?.headers["retry-after"]) > 0, refusal?.headers);
  const other = await link(quiet, "192.0.2.1");
  check(`${name}: other clients are not limited`, other.status === 200, other.status);
}

/** Sends each of `paths` over HTTP/2, all at once, with up to a hundred on each connection from `address`. Resolves to the
 *  responses. */
async function askAll(port, address, paths) {
  const sessions = [];
  for (let first = 0; first < paths.length; first += 100) {
    const options = { host: "127.0.0.1", port, localAddress: address, servername: HOST };
    const trust = { ca: readFileSync(join(folder, "fullchain.pem")), ALPNProtocols: ["h2"] };
    const socket = connectTls({ ...options, ...trust });
    const session = connectHttp2(`https://${HOST}`, { createConnection: () => socket });
    // Until the settings arrive, the client would send more streams at a time than nginx allows.
    await once(session, "remoteSettings", { signal: AbortSignal.timeout(PATIENCE) });
    session.on("error", () => undefined);
    sessions.push(session);
  }
  const answers = await Promise.all(
    paths.map((path, at) => answerOf(sessions[Math.floor(at / 100)].request({ ":path": path }))),
  );
  for (const session of sessions) session.close();
  return answers;
}

/** Resolves to the response of an HTTP/2 stream, or to why there is none in `status`. */
function answerOf(stream) {
  return new Promise((resolve) => {
    let headers = {};
    stream.once("response", (received) => {
      headers = received;
    });
    stream.once("error", ({ message }) => resolve({ status: message, headers }));
    // A stream that the proxy cancels, or whose session ends, closes without an error.
    stream.once("close", () => {
      const isWhole = !stream.aborted && stream.rstCode === constants.NGHTTP2_NO_ERROR;
      resolve({ status: (isWhole && headers[":status"]) || `closed with ${stream.rstCode}`, headers });
    });
    stream.setTimeout(PATIENCE, () => stream.close(constants.NGHTTP2_CANCEL));
    stream.resume();
  });
}

/** Checks that thirty people behind one address can each open a page of a hundred codes at the same time. */
export async function checkPeople(name, { port }) {
  const paths = Array.from({ length: 3_000 }, (_, at) => `/api/qr?data=${name}-person-${at}&size=128`);
  const answers = await askAll(port, name === "nginx" ? "127.0.0.81" : "127.0.0.82", paths);
  const lost = answers.filter(({ status }) => status !== 200);
  check(`${name}: thirty people behind one address get all of 3,000 codes`, lost.length === 0, [lost.length, lost[0]]);
}

/** Checks the limits that nginx enforces. */
export async function checkFlood({ port }) {
  const paths = Array.from({ length: 4_500 }, (_, at) => `/api/qr?data=flood-${at % 10}`);
  const answers = await askAll(port, "127.0.0.71", paths);
  const limited = answers.filter(({ status }) => status === 429);
  const [first] = limited;
  check("nginx: rejects part of a flood", limited.length > 0 && limited.length < 4_500, limited.length);
  check(
    "nginx: responds like isoqr, with JSON and Retry-After",
    first?.headers["content-type"] === "application/json" &&
      first.headers["access-control-allow-origin"] === "*" &&
      first.headers["retry-after"] === "1",
    first?.headers,
  );
  const other = await clientAt(port, "127.0.0.72")("/api/qr?data=calm");
  check("nginx: other clients are not limited", other.status === 200, other.status);
}

const HALF_OPEN = 1_700;

/** Checks that half-open connections of one client do not block others. Each sends the beginning of a TLS handshake or of a
 *  request, because nginx closes connections without any bytes when it needs others. */
export async function checkHalfOpen(name, { port, plainPort }) {
  const sockets = [];
  for (let i = 0; i < HALF_OPEN; i++) {
    const isPlain = i % 2 === 0;
    const socket = connectTcp({ host: "127.0.0.1", port: isPlain ? plainPort : port, localAddress: "127.0.0.91" });
    socket.on("error", () => undefined);
    sockets.push(socket);
    await once(socket, "connect");
    socket.write(isPlain ? "GET / HTTP/1.1\r\n" : Buffer.from([22, 3, 1]));
  }
  const times = [];
  for (let i = 0; i < 10; i++) {
    const since = performance.now();
    // A new client, with a new connection.
    const { status } = await clientAt(port, `127.0.0.${100 + i}`)(`/api/qr?data=new-${i}`).catch(() => ({ status: 0 }));
    times.push(status === 200 ? performance.now() - since : Number.POSITIVE_INFINITY);
  }
  const slowest = Math.max(...times);
  check(`${name}: answers new clients within 1 s despite 1,700 half-open connections`, slowest < 1_000, times);
  console.log(`       the slowest of ten new clients waited ${Math.round(slowest)} ms`);
  for (const socket of sockets) socket.destroy();
}

/** Returns the files below `place` that contain one of `texts`. */
export function filesWith(texts, place) {
  const entries = readdirSync(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => texts.some((text) => readFileSync(path).includes(text)));
}

/** Sends `text` in every way that the API has, also as a URL in Referer. */
export async function sendText({ port }, text) {
  const ask = clientAt(port, "127.0.0.95");
  const headers = { "Content-Type": "application/json", Referer: `https://${HOST}/?data=${text}` };
  const paths = ["/api/qr", "/qr", "/api/og", "/missing", "/api/i"].map((path) => `${path}?data=${text}&text=${text}`);
  const posted = [JSON.stringify({ data: text }), `{"data":"${text}`];
  const statuses = [];
  for (const path of paths) statuses.push((await ask(path, { headers })).status);
  for (const body of posted) statuses.push((await ask("/api/qr", { method: "POST", headers, body })).status);
  return statuses;
}
