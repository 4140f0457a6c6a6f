import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { askUntilRefused } from "../runtime/until-refused.ts";
import { commands } from "./commands.ts";
import { end, type Program, serve, serveForTest } from "./program.ts";

const CALLERS = 20;
const HALF_OPEN = 200;

/** All servers except `deno serve`, which requires a proxy. */
const servers = Object.entries(await commands()).filter(([name]) => name !== "deno serve");
/** All of these servers except Bun, which closes idle connections when it stops, even if requests are arriving on
 *  them. */
const lossless = servers.filter(([name]) => name !== "Bun");

/** Sends half of a request. Resolves to all received data when the connection is closed. */
function sendHalf(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("GET /healthz HTTP/1.1\r\nHost: a"));
    let received = "";
    socket.setEncoding("latin1").on("data", (text) => {
      received += text;
    });
    socket.on("error", () => undefined).on("close", () => resolve(received));
  });
}

describe.each(lossless)("%s", (_, command) => {
  test(`SIGTERM under load of ${CALLERS} clients: every request gets a response`, async () => {
    const server: Program & { url: string } = await serve(command);
    const { answers, refused } = askUntilRefused(server.url, CALLERS);
    await expect.poll(() => Math.min(...answers)).toBeGreaterThan(5);
    const gone = end(server);
    await Promise.all(refused);
    expect(await gone).toEqual([0, null]);
  });
});

test(`${HALF_OPEN} half-open sockets do not block other clients, and are closed in time`, async () => {
  await Promise.all(
    servers.map(async ([name, command]) => {
      const { url } = await serveForTest(command);
      const start = performance.now();
      const halves = Array.from({ length: HALF_OPEN }, () => sendHalf(Number(new URL(url).port)));
      for (let at = 0; at < 20; at++) expect((await fetch(`${url}/api/qr?data=${at}`)).status).toBe(200);
      const received = await Promise.all(halves);
      const took = performance.now() - start;
      expect([name, took > 9_000, took < 25_000]).toEqual([name, true, true]);
      // Bun closes the connection without a response.
      const word = name === "Bun" ? "" : "HTTP/1.1 408";
      expect([name, new Set(received.map((text) => text.slice(0, 12)))]).toEqual([name, new Set([word])]);
    }),
  );
});
