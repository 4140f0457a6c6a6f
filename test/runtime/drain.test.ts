import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { drain } from "../../src/runtime/listen.ts";
import { type RunningServer, startServer } from "../../src/runtime/node.ts";

const loopback = { port: 0, host: "127.0.0.1" };

/** Resolves to the outcome of a GET on one of the agent's connections, once the complete response has arrived. */
function ask(agent: Agent, url: string): Promise<{ status: number | undefined; connection: unknown; again: boolean }> {
  return new Promise((resolve, reject) => {
    const asking = get(url, { agent }, (answer) => {
      const { statusCode: status, headers } = answer;
      answer.resume().on("end", () => resolve({ status, connection: headers.connection, again: asking.reusedSocket }));
    });
    asking.on("error", reject);
  });
}

const statusOf = ({ url }: RunningServer, path: string) => fetch(url + path).then(({ status }) => status);

test("accepts connections and reports that it is not ready during the delay, then closes", async () => {
  const server = await startServer(loopback);
  expect(await statusOf(server, "/readyz")).toBe(200);
  const drained = server.drain(3_000);
  expect(await statusOf(server, "/readyz")).toBe(503);
  const fresh = new Agent();
  expect(await ask(fresh, `${server.url}/api/qr?data=x`)).toMatchObject({ status: 200 });
  expect(await ask(fresh, `${server.url}/healthz`)).toMatchObject({ status: 200 });
  await drained;
  await expect(ask(fresh, `${server.url}/healthz`)).rejects.toThrow("ECONNREFUSED");
});

test("handles one more request per open connection, with Connection: close", async () => {
  const server = await startServer(loopback);
  const agent = new Agent({ keepAlive: true });
  expect(await ask(agent, `${server.url}/api/qr?data=x`)).toMatchObject({ connection: "keep-alive", again: false });
  const drained = server.drain();
  // The server says so once it has closed its socket, which takes a few turns of the event loop.
  let last = await ask(agent, `${server.url}/api/qr?data=y`);
  while (last.connection === "keep-alive") last = await ask(agent, `${server.url}/api/qr?data=y`);
  expect(last).toEqual({ status: 200, connection: "close", again: true });
  await drained;
});

test("responses to requests in progress have Connection: close", async () => {
  const server = await startServer(loopback);
  const body = JSON.stringify({ items: ["x"] });
  const headers = { "Content-Type": "application/json", "Content-Length": body.length };
  const batch = request(`${server.url}/api/qr/batch`, {
    method: "POST",
    headers,
    agent: new Agent({ keepAlive: true }),
  });
  batch.write(body.slice(0, 5));
  // The server has received the request above when it responds to this one.
  expect(await statusOf(server, "/healthz")).toBe(200);
  const drained = server.drain();
  await sleep(100);
  batch.end(body.slice(5));
  const [answer] = (await once(batch, "response")) as [IncomingMessage];
  answer.resume();
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, "close"]);
  await drained;
});

test("sends Connection: close only once all waiting connections have been accepted", async () => {
  const server = createServer((_, response) => {
    drained ??= drain(server, { linger: 1_000 });
    response.end(server.listening ? "listening\n" : "closed\n");
  }).listen(0, "127.0.0.1");
  let drained: Promise<void> | undefined;
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("latin1");
  let received = "";
  socket.on("data", (text) => {
    received += text;
  });
  const plain = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  // Both requests arrive together, so the second request is handled after draining has begun, but in the same turn of
  // the event loop.
  socket.write(plain + plain);
  while (server.listening) await sleep(1);
  socket.write(plain);
  await once(socket, "end");
  const answers = received.match(/^Connection: .+|^Keep-Alive: .+|listening|closed/gm);
  const stays = ["Connection: keep-alive", "Keep-Alive: timeout=5", "listening"];
  expect(answers).toEqual([...stays, ...stays, "Connection: close", "closed"]);
  await drained;
});

test("closes idle connections soon, and does not wait for them", async () => {
  for (const [end, least] of [
    ["drain", 900],
    ["close", 0],
  ] as const) {
    const server = await startServer(loopback);
    await ask(new Agent({ keepAlive: true }), `${server.url}/healthz`);
    const start = performance.now();
    await server[end]();
    expect(performance.now() - start, end).toBeGreaterThanOrEqual(least);
    // Connections that are still open after ten seconds are destroyed.
    expect(performance.now() - start, end).toBeLessThan(8_000);
  }
});

test("loses no request when servers are replaced one by one under load", async () => {
  let server = await startServer(loopback);
  let [sent, answered, stop] = [0, 0, false];
  // Clients behave as if they were behind a load balancer: new connections go to the server that is ready, and existing
  // connections remain open.
  const callers = Array.from({ length: 8 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!stop) {
      sent += 1;
      const { status } = await ask(agent, `${server.url}/api/qr?data=${sent}`);
      if (status === 200) answered += 1;
    }
    agent.destroy();
  });
  for (let round = 0; round < 3; round++) {
    const old = server;
    // Wait until the server is handling requests.
    for (const before = sent; sent < before + 40; ) await sleep(1);
    server = await startServer(loopback);
    await old.drain(50);
  }
  stop = true;
  await Promise.all([...callers, server.close()]);
  expect(answered).toBe(sent);
  expect(sent).toBeGreaterThan(100);
});
