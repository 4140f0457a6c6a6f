import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { d1Server, recipeWorker } from "./edge/recipe.ts";
import { hasWorkerd, type RunningWorkerd, startWorkerd } from "./edge/workerd.ts";

/** Tests that no resources remain in use for clients that disconnect early. */

describe.runIf(hasWorkerd)("workerd", () => {
  let engine: RunningWorkerd;
  let url: URL;
  beforeAll(async () => {
    engine = await startWorkerd({ app: await recipeWorker(), d1: await d1Server() });
    url = new URL(engine.urls.app ?? "");
  }, 120_000);
  afterAll(() => engine?.stop());

  /** Announces a body of `length` bytes, but sends only `body`. Disconnects after `wait` milliseconds, or when the
   *  response begins. */
  async function hangUp(path: string, length: number, body: string, wait: number): Promise<void> {
    const socket = connect(Number(url.port), url.hostname);
    await once(socket, "connect");
    socket.on("error", () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
    );
    await Promise.race([once(socket, "data"), new Promise((resolve) => setTimeout(resolve, wait))]);
    socket.destroy();
  }

  async function post(path: string, input: unknown): Promise<number> {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(input) });
    await answer.arrayBuffer();
    return answer.status;
  }

  test.each([
    ["disconnects at the first chunk", () => 5_000],
    ["disconnects within 20 ms", (at: number) => at % 20],
  ])("batches of disconnected clients release their slots: %s", async (_, wait) => {
    const items = Array.from({ length: 50 }, (_, at) => ({ data: `${at}`, size: 2048 }));
    const body = JSON.stringify({ items });
    for (let round = 0; round < 20; round++) {
      const callers = Array.from({ length: 8 }, (_, at) => 8 * round + at);
      await Promise.all(callers.map((at) => hangUp("/api/qr/batch", body.length, body, wait(at))));
    }
    // The worker learns of the last disconnects a moment later. A slot that is not released stays in use.
    await expect.poll(() => post("/api/qr/batch", { items: items.slice(0, 2) }), { timeout: 10_000 }).toBe(200);
  });

  test("the memory for a body is released when its client disconnects", async () => {
    const part = `{"data":"${"x".repeat(3_900_000)}`;
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 5 }, () => hangUp("/api/qr", 4_000_000, part, 100)));
    }
    expect(await post("/api/qr", { data: "x", more: "y".repeat(3_900_000) })).toBe(200);
  });
});
