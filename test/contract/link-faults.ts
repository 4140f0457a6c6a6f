import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { link } from "./links.ts";
import type { WholeStore } from "./stores.ts";

/** Ways to make the database of an open store fail. */
export interface Disturbance {
  /** Makes calls to the database fail immediately. */
  fail(): Promise<unknown>;
  /** Makes the database hang, or locks it for writes. */
  hang(): Promise<unknown>;
  /** Restores the database. */
  recover(): Promise<unknown>;
}

/** An open store whose database can be made to fail. */
export interface DisturbedStore extends Disturbance {
  readonly store: WholeStore;
  /** Maximum time per call in milliseconds. */
  readonly timeLimit: number;
}

/** Tests that a store rejects with 503 within its time limit while its database fails or hangs, and works again afterwards. */
export function testLinkFaults(name: string, open: () => Promise<DisturbedStore>): void {
  describe(`${name}: faults`, () => {
    const before = link("AAAAAAAAAA");
    const start = async () => {
      const opened = await open();
      await opened.store.add(before);
      return opened;
    };
    const expectRecovered = async (store: WholeStore) => {
      expect(await store.find(before.id)).toEqual(before);
      expect(await store.find("BBBBBBBBBB")).toBeUndefined();
      expect(await store.add(link("CCCCCCCCCC"))).toEqual(link("CCCCCCCCCC"));
      await store.close();
    };

    test("rejects with 503 while the database fails, and logs one line per outage that contains no link text", async () => {
      const { store, fail, recover } = await start();
      await fail();
      for (const lines of [1, 0]) {
        const calls = [store.find(before.id), store.add(link("BBBBBBBBBB", "a secret")), store.remove(before)];
        const causes: unknown[] = [];
        for (const outcome of await Promise.allSettled(calls)) {
          expect(outcome).toMatchObject({ status: "rejected", reason: { code: "STORE_UNAVAILABLE" } });
          const { cause } = (outcome as PromiseRejectedResult).reason;
          if (cause !== undefined) causes.push(cause);
        }
        expect(causes).toHaveLength(lines);
        for (const cause of causes) expect(cause).toMatch(/^\w+ failed: \S.*$/);
        expect(String(causes)).not.toMatch(/a secret|AAAAAAAAAA|BBBBBBBBBB/);
      }
      await recover();
      await expectRecovered(store);
    });

    test("responds within its time limit while the database hangs", async () => {
      const { store, hang, recover, timeLimit } = await start();
      await hang();
      const calls = [
        store.find(before.id),
        store.add(link("BBBBBBBBBB")),
        store.remove(before),
        store.restore({ ...link("DDDDDDDDDD"), readDay: 1 }),
      ].map((call) =>
        call.then(
          () => "answered",
          ({ code }) => code,
        ),
      );
      // Timers fire in order even on a slow machine, so a call that meets its time limit settles before `late`.
      const late = sleep(1.25 * timeLimit).then(() => "too late");
      const outcomes = await Promise.all(calls.map((call) => Promise.race([call, late])));
      // Some stores can read while writes are blocked.
      const refused = ["STORE_UNAVAILABLE", "BUSY"];
      expect(["answered", ...refused]).toContain(outcomes[0]);
      expect(outcomes.slice(1).filter((code) => !refused.includes(code))).toEqual([]);
      await recover();
      await expectRecovered(store);
    });
  });
}
