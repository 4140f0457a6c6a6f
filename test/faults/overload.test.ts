import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { POOL } from "../../src/runtime/hosted.ts";
import { copyProgram, type Served } from "./program.ts";
import { askLight, times } from "./sockets.ts";

const program = copyProgram("overload");
let server: Served;
beforeAll(async () => {
  server = await program.start(["--port", "0", "--links", "memory:"]);
});
afterAll(() => program.remove());

/** More cards than one client can have in progress and in its half of the queue. See docs/deploy/bounds.md. */
const REFUSED = 100;
const CARDS = POOL.size + POOL.queue / 2 + REFUSED;

/** Milliseconds within which even a busy machine draws a card. Cards that take longer are rejected, as under overload,
 *  and requested again. */
const LATE = 30_000;

/** Requests a card with a unique title. */
async function askCard(title: string) {
  const answer = await fetch(`${server.url}/api/og?data=https://example.com&title=${title}`);
  const { length } = new Uint8Array(await answer.arrayBuffer());
  return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), drawn: length > 1_000 };
}

test("at more than the maximum load, cards are drawn or rejected, light requests work, and the next card is drawn", async () => {
  await vi.waitFor(async () => expect((await askCard("first")).status).toBe(200), LATE);
  for (let round = 0; round < 2; round++) {
    const cards = Promise.all(Array.from({ length: CARDS }, (_, i) => askCard(`${round}-${i}`)));
    expect(await askLight(server.url, 100)).toEqual(times(100, 200));
    const answers = await cards;
    const drawn = answers.filter(({ status, drawn }) => status === 200 && drawn);
    const refused = answers.filter(({ status, retryAfter }) => status === 503 && Number(retryAfter) >= 1);
    expect(drawn.length + refused.length).toBe(CARDS);
    expect(drawn.length).toBeGreaterThan(0);
    // Cards that are drawn while others arrive make room for them.
    expect(refused.length).toBeGreaterThanOrEqual(REFUSED / 2);
    const after = async () =>
      expect(await askCard(`after-${round}`)).toEqual({ status: 200, retryAfter: null, drawn: true });
    await vi.waitFor(after, LATE);
  }
});
