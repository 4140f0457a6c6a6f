import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { copyProgram } from "../runtime/built-program.ts";
import { makeLink, openLink } from "./links-over-http.ts";
import { askLight, times } from "./sockets.ts";

let program: ReturnType<typeof copyProgram>;
beforeAll(() => {
  program = copyProgram();
});
afterAll(() => program.remove());

/** Starts a TCP server on a free port; `close` frees the port. */
async function takePort() {
  const server = createServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => new Promise((done) => server.close(done)) };
}

test("serves everything but links while a database hangs at startup, and links get 503 immediately", async () => {
  // This database accepts connections but never responds.
  const database = await takePort();
  const { port, close } = await takePort();
  await close();
  const url = `http://127.0.0.1:${port}`;
  const { child, seen } = program.start({
    PORT: String(port),
    LINKS: `postgres://u:p@127.0.0.1:${database.port}/d`,
  });
  const statusOf = async (path: string) => (await fetch(url + path)).status;
  await vi.waitFor(async () => expect(await statusOf("/healthz")).toBe(200), { timeout: 30_000, interval: 20 });
  expect(await statusOf("/readyz")).toBe(503);
  const away = { status: 503, retryAfter: "1" };
  expect(await makeLink(url, "x")).toMatchObject(away);
  expect(await openLink(url, "AAAAAAAAAA")).toMatchObject(away);
  expect(await askLight(url, 5)).toEqual(times(5, 200));
  // All of this happens before the database times out.
  expect(seen).toEqual({ out: "", err: "" });
  await vi.waitFor(() => expect(seen.out).toContain(`Try ${url}`), 30_000);
  expect(seen.err).toContain("link requests get 503 until PostgreSQL");
  child.kill("SIGKILL");
  await once(child, "exit");
});

test("exits with one message if the database rejects the user", async () => {
  // PostgreSQL's response to a wrong password, sent with a delay.
  const refusal = Buffer.from("SFATAL\0C28P01\0Mpassword authentication failed\0\0");
  const length = Buffer.alloc(5, "E");
  length.writeUInt32BE(refusal.length + 4, 1);
  const database = createServer((socket) => {
    socket
      .on("error", () => undefined)
      .once("data", () => {
        setTimeout(() => socket.end(Buffer.concat([length, refusal])), 300);
      });
  }).listen(0, "127.0.0.1");
  await once(database, "listening");
  const { port } = database.address() as AddressInfo;
  const { child, seen } = program.start({ LINKS: `postgres://u:p@127.0.0.1:${port}/d` });
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(seen.out).toBe("");
  expect(seen.err).toMatch(/^isoqr cannot start: opening the links in PostgreSQL at \S+ failed: .*password.*\n$/);
  database.close();
});
