import { connect } from "node:net";
import { distinct, heavy, largeBatch, light } from "../bench/hosted/requests.mjs";

/** Requests of all kinds, each with the statuses that are expected. */

const post = (path, words) => ({ method: "POST", path, body: JSON.stringify(words) });
const ACCEPT = "Accept: application/json, text/event-stream\r\n";
const agent = (message) => ({ ...post("/mcp", { jsonrpc: "2.0", id: 1, ...message }), headers: ACCEPT });
const pick = (all) => all[Math.floor(Math.random() * all.length)];
const get = (words) => ({ path: `/api/qr?${new URLSearchParams({ data: distinct(), ...words })}` });

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="#`;
const logo = () =>
  Buffer.from(`${LOGO}${(100 + Math.floor(Math.random() * 800)).toString()}"/></svg>`).toString("base64");

/** Cheap requests, each with its relative frequency. */
const cheap = [
  [8, light],
  [4, () => get({ format: pick(["png", "svg", "json"]), dotStyle: pick(["square", "dots", "classy"]) })],
  [
    4,
    () =>
      post("/api/qr", {
        data: distinct(),
        format: pick(["png", "svg", "json"]),
        size: 200 + Math.floor(Math.random() * 200),
      }),
  ],
  [1, () => ({ path: "/healthz" })],
  [1, () => ({ ...get({ size: "9" }), expect: [400] })],
  [1, () => ({ path: `/nothing/${distinct()}`, expect: [404] })],
  [1, () => ({ ...post("/api/qr", { data: "x".repeat(8000) }), expect: [413] })],
  [1, () => ({ method: "PUT", path: "/api/qr", expect: [405] })],
  [1, () => ({ method: "POST", path: "/api/qr", body: "{", expect: [400] })],
  [1, () => agent({ method: "tools/call", params: { name: "generate_qr", arguments: { data: distinct() } } })],
  [1, () => agent({ method: "tools/list" })],
];

/** Requests that run in threads, each with its relative frequency. The threads may be busy. */
const costly = [
  [4, () => post("/api/qr", { data: distinct(), logoData: logo() })],
  [3, validation],
  [2, heavy],
  [1, () => ({ ...post("/api/qr", { data: "x", logoData: "bm8=" }), expect: [400] })],
  [
    1,
    () =>
      post("/api/qr/batch", {
        options: { size: 512 },
        items: Array.from({ length: 20 }, () => ({ data: distinct() })),
      }),
  ],
].map(([weight, make]) => [weight, () => ({ expect: [200, 503], ...make() })]);

/** Returns a request for a validation with a scan proof, which makes a thread decode eleven images. */
export function validation() {
  return post("/api/qr/validate", { data: distinct(), size: 300 });
}

/** Returns a random request. `share` is the probability of a costly one. */
export function mixed(share) {
  const [, make] = weighted(Math.random() < share ? costly : cheap);
  return make();
}

function weighted(rows) {
  let at = Math.random() * rows.reduce((sum, [weight]) => sum + weight, 0);
  for (const row of rows) {
    at -= row[0];
    if (at < 0) return row;
  }
  return rows[0];
}

/** Sends one request from `mixed`. Resolves to a message if the status is unexpected. */
export async function askMixed(caller, share) {
  const { expect = [200], ...request } = mixed(share);
  const { status } = await caller.ask(request);
  if (!expect.includes(status)) return `${request.method ?? "GET"} ${request.path.slice(0, 60)}: ${status}`;
}

/** Creates a link, requests its page and image, and deletes it. Resolves to a message if a response is unexpected. */
export async function linkLife(caller) {
  const made = await caller.ask(post("/api/i", { data: distinct() }));
  const { id, token } = made.status === 200 ? JSON.parse(made.body) : {};
  if (token === undefined) return `POST /api/i: ${made.status}`;
  const page = await caller.ask({ path: `/i/${id}` });
  const picture = await caller.ask({ path: `/i/${id}.svg` });
  const removed = await caller.ask({
    method: "DELETE",
    path: `/api/i/${id}`,
    headers: `Authorization: Bearer ${token}\r\n`,
  });
  const statuses = [page, picture, removed].map(({ status }) => status).join(" ");
  if (statuses !== "200 200 204") return `a link's page, picture and end: ${statuses}`;
}

/** Sends a large batch, reads the response slowly for `milliseconds`, and disconnects. */
export async function readSlowly(url, milliseconds) {
  const { hostname, port } = new URL(url);
  const { path, body } = largeBatch();
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(head + body);
  const reading = setInterval(() => socket.read(4096), 50);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  clearInterval(reading);
  socket.destroy();
}
