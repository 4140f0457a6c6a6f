import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { copyProgram, type Program } from "./program.ts";
import { askLight, times } from "./sockets.ts";

let program: Program;
beforeAll(() => {
  program = copyProgram("fairness");
});
afterAll(() => program.remove());

/** Milliseconds within which even a busy machine responds to all requests of a round in time. Rounds that take longer are
 *  repeated. */
const LATE = { timeout: 240_000, interval: 1_000 };

/** Creates a client whose connections come from `address`. `ask` resolves to the status of the response. */
function createClient(url: string, address: string) {
  const agent = new Agent({ keepAlive: true, localAddress: address });
  const ask = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const request = get(url + path, { agent }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode));
      });
      request.once("error", reject);
    });
  let asked = 0;
  const together = (count: number, path: string) =>
    Promise.all(Array.from({ length: count }, () => ask(`${path}${asked++}`)));
  return { ask, together, close: () => agent.destroy() };
}

const VALIDATE = "/api/qr/validate?data=https://example.com/";

const LOGO = readFileSync(new URL("../logo/still.png", import.meta.url));

/** Serves a logo at every path. */
async function serveLogos() {
  const logos = createServer((_, response) => response.setHeader("Content-Type", "image/png").end(LOGO));
  await once(logos.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${(logos.address() as AddressInfo).port}`, close: () => logos.close() };
}

test.each([
  ["cards", "/api/og?data=https://example.com&title="],
  ["reports", VALIDATE],
  ["codes with logos of a hundred URLs", "/api/qr?data=https://example.com&logo=LOGOS/"],
])(
  "a hundred %s that one client requests together are all made",
  async (_, path) => {
    const logos = await serveLogos();
    const server = await program.start(["--port", "0", "--links", "memory:", "--logo-allow-private", "1"]);
    const client = createClient(server.url, "127.0.0.1");
    const round = async () =>
      expect(await client.together(100, path.replace("LOGOS", logos.url))).toEqual(times(100, 200));
    await vi.waitFor(round, LATE);
    client.close();
    logos.close();
    await server.end();
  },
  300_000,
);

test.each([{ flags: [] }, { flags: ["--limits", "public"] }])(
  "with $flags, a client with forty reports in progress does not affect another client",
  async ({ flags }) => {
    const server = await program.start(["--port", "0", "--links", "memory:", ...flags]);
    const [greedy, other] = [createClient(server.url, "127.0.0.1"), createClient(server.url, "127.0.0.2")];
    let going = true;
    let at = 0;
    const keepAsking = async () => {
      while (going) if ((await greedy.ask(VALIDATE + at++)) !== 200) await sleep(50);
    };
    const all = Promise.all(Array.from({ length: 40 }, keepAsking));
    await vi.waitUntil(() => at >= 60, LATE);
    const round = async () => expect(await other.together(16, VALIDATE)).toEqual(times(16, 200));
    await vi.waitFor(round, LATE);
    if (flags.length === 0) expect(await askLight(server.url, 20)).toEqual(times(20, 200));
    going = false;
    await all;
    for (const client of [greedy, other]) client.close();
    await server.end();
  },
  300_000,
);
