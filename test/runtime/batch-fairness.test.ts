import { afterEach, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/runtime/node.ts";

let server: RunningServer | undefined;
afterEach(() => server?.close());

test("handles other requests between the pictures of many batches", async () => {
  server = await startServer({ port: 0, host: "127.0.0.1" });
  const { url } = server;
  const item = { data: "HELLO".repeat(400), size: 700, dotStyle: "dots" };
  const body = JSON.stringify({ items: Array(20).fill(item) });
  let drawn = 0;
  let seenBy = 0;
  const batch = async () => {
    const answer = await fetch(`${url}/api/qr/batch`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    await answer.arrayBuffer();
    drawn++;
  };
  const batches = Promise.all(Array.from({ length: 8 }, batch));
  const look = async () => {
    while (drawn < 8) {
      await (await fetch(`${url}/healthz`)).arrayBuffer();
      seenBy++;
    }
  };
  await Promise.all([batches, look()]);
  // The batches have 160 pictures in total, but a request takes only a few turns of the event loop.
  expect(seenBy).toBeGreaterThan(20);
}, 60_000);
