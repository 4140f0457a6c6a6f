import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { QrError, type QrErrorCode, statusOf } from "../../src/errors.ts";
import { verbatim } from "../../src/messages/message.ts";
import type { D1Settings } from "../../src/stores/d1.ts";
import type { DatedLink, LinkStats, LinkStore, StoredLink } from "../../src/stores/store.ts";
import { STORE_FULL } from "../../src/stores/store-errors.ts";
import { testLinkAdmin } from "../contract/link-admin.ts";
import { testLinkFaults } from "../contract/link-faults.ts";
import { link, testLinkStore } from "../contract/links.ts";
import type { WholeStore } from "../contract/stores.ts";
import { ruleText } from "../rule-text.ts";
import type { StoreCall } from "./edge/links-worker.ts";
import { setting } from "./edge/printed.ts";
import { bundleWorker, d1Binding, d1Server } from "./edge/recipe.ts";
import { hasWorkerd, type RunningWorkerd, startWorkerd } from "./edge/workerd.ts";

/** Tests links on D1 with the client that Cloudflare's platform provides. */

describe.runIf(hasWorkerd)("workerd", () => {
  let engine: RunningWorkerd;
  beforeAll(async () => {
    const links = {
      modules: {
        "links.js": await bundleWorker('export { default } from "./test/runtimes/edge/links-worker.ts";'),
      },
      compatibilityDate: setting("compatibility_date"),
      more: `bindings = [${d1Binding("LINKS")}]`,
    };
    engine = await startWorkerd({ links, d1: await d1Server() });
  }, 120_000);
  afterAll(() => engine?.stop());

  async function post(worker: string, path: string, body: string): Promise<Response> {
    return fetch(`${engine.urls[worker]}${path}`, { method: "POST", body });
  }

  async function ask<Value>(call: StoreCall): Promise<Value> {
    const answer = await post("links", "/", JSON.stringify(call));
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const { value, error } = (await answer.json()) as {
      readonly value: Value;
      readonly error?: { code: QrErrorCode; message: string; cause?: unknown };
    };
    if (!error) return value;
    throw new QrError(error.code, { ...verbatim(error.message), cause: error.cause });
  }

  /** Opens a store inside the engine. All stores use the same database. */
  async function reopen({ now, ...settings }: D1Settings = {}): Promise<WholeStore> {
    const clock = now ? ++clocks : undefined;
    const setClock = async () => {
      if (now && clock !== undefined) await ask({ setClock: [clock, now()] });
    };
    await setClock();
    const store = await ask<number>({ open: { ...settings, ...(clock !== undefined && { clock }) } });
    const askNow = async <Value>(call: StoreCall): Promise<Value> => {
      await setClock();
      return ask<Value>({ store, ...call });
    };
    return {
      stats: async (before = 0) => {
        const stats = await askNow<LinkStats>({ stats: before });
        // Restore properties that are undefined, because JSON omits them.
        return { ...stats, oldestRead: stats.oldestRead, newestRead: stats.newestRead };
      },
      readsSince: () => askNow({ readsSince: true }),
      purge: (before, most) => askNow({ purge: [before, most] }),
      export: async function* () {
        yield* await askNow<readonly DatedLink[]>({ export: true });
      },
      restore: (link) => askNow({ restore: link }),
      find: async (id) => (await askNow<StoredLink | undefined>({ find: id })) ?? undefined,
      add: (link) => askNow({ add: link }),
      remove: ({ id, tokenHash }) => askNow({ remove: { id, tokenHash } }),
      async close() {},
    };
  }

  let clocks = 0;
  const query = (sql: string) => post("d1", "/query", JSON.stringify({ sql }));
  const dropTable = async () => {
    for (const table of ["isoqr_links", "isoqr_links_meta"]) await query(`DROP TABLE IF EXISTS ${table}`);
  };
  const setFault = (fault: string) => post("d1", "/fault", fault);
  const queryCount = async () => (await (await post("d1", "/queries", "")).json()) as number;

  testLinkStore(
    "D1",
    async () => {
      await dropTable();
      return reopen();
    },
    () => reopen(),
  );
  testLinkAdmin("D1", {
    async open(settings) {
      await dropTable();
      return reopen(settings);
    },
    reopen,
    small: 40_000,
  });
  testLinkFaults("D1", async () => {
    await dropTable();
    return {
      ...{ store: await reopen({ timeLimit: 500 }), timeLimit: 500 },
      fail: () => setFault("error: D1 DB is overloaded."),
      hang: () => setFault("hang"),
      recover: () => setFault("none"),
    };
  });

  test("concurrent workers migrate tables of an older version with their links", async () => {
    await dropTable();
    for (const sql of [
      `CREATE TABLE isoqr_links (
        id TEXT PRIMARY KEY, data BLOB NOT NULL, token_hash TEXT NOT NULL) STRICT, WITHOUT ROWID`,
      `INSERT INTO isoqr_links VALUES ('OOOOOOOOOO', x'6f6c64', '${"1".repeat(64)}')`,
    ]) {
      await query(sql);
    }
    const old = link("OOOOOOOOOO", "old", "1");
    const stores = await Promise.all(Array.from({ length: 8 }, () => reopen({ expireDays: 1 })));
    expect(await Promise.all(stores.map((store) => store.find(old.id)))).toEqual(stores.map(() => old));
    expect(await stores[0]?.stats()).toMatchObject({ links: 1, bytes: 203 });
  });

  test("concurrent first workers create one table", async () => {
    await dropTable();
    const stores = await Promise.all(Array.from({ length: 8 }, () => reopen()));
    await Promise.all(stores.map((store, at) => store.add(link(`CCCCCCCCC${at}`))));
    for (const at of stores.keys()) expect(await stores[0]?.find(`CCCCCCCCC${at}`)).toEqual(link(`CCCCCCCCC${at}`));
  });

  describe("a failing database", () => {
    const TIME_LIMIT = 500;
    const before = link("AAAAAAAAAA");
    let store: LinkStore;
    beforeEach(async () => {
      await setFault("none");
      await dropTable();
      store = await reopen({ timeLimit: TIME_LIMIT });
      await store.add(before);
    });

    /** Expects three calls to fail with 503 and Retry-After. Resolves to the log. */
    const failures = async () => {
      const reported: unknown[] = [];
      for (const call of [
        () => store.find("AAAAAAAAAA"),
        () => store.add(link("BBBBBBBBBB", "a secret")),
        () => store.remove(before),
      ]) {
        const error = (await call().catch((reason: unknown) => reason)) as QrError;
        expect([error.code, statusOf(error)]).toEqual(["STORE_UNAVAILABLE", 503]);
        if (error.cause !== undefined) reported.push(error.cause);
      }
      expect(String(reported)).not.toMatch(/a secret|AAAAAAAAAA|BBBBBBBBBB/);
      return reported;
    };
    const expectBack = async () => {
      await setFault("none");
      expect(await store.find("AAAAAAAAAA")).toEqual(before);
      expect(await store.find("BBBBBBBBBB")).toBeUndefined();
      expect(await store.add(link("CCCCCCCCCC"))).toEqual(link("CCCCCCCCCC"));
    };

    test("a failing database causes 503, is logged once and queried once per request, and is used again when it is back", async () => {
      await setFault("error: D1 DB is overloaded. Requests queued for too long.");
      expect(await failures()).toEqual(["D1 failed: D1_ERROR: D1 DB is overloaded. Requests queued for too long."]);
      expect(await queryCount()).toBe(3);
      await expectBack();
    });

    test("queries the database again after a transient error", async () => {
      await setFault("error: Network connection lost.");
      expect(await failures()).toEqual(["D1 failed: D1_ERROR: Network connection lost."]);
      expect(await queryCount()).toBe(6);
      await expectBack();
    });

    test("responds with 503 to an unexpected response from the database, without exposing it", async () => {
      await setFault("page");
      expect(await failures()).toEqual([
        "D1 failed: D1_ERROR: Failed to parse body as JSON, got: (left out, because it may contain links)",
      ]);
      await expectBack();
    });

    test("reports a full database, and keeps its links", async () => {
      await setFault("error: Exceeded maximum DB size.");
      const message = ruleText(STORE_FULL);
      await expect(store.add(link("BBBBBBBBBB"))).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", message });
      await expectBack();
    });

    test("the creator can still delete a link if the confirmation of the database is lost", async () => {
      await setFault("lost");
      const mine = link("EEEEEEEEEE");
      expect(await store.add(mine)).toEqual(mine);
      expect(await store.find("EEEEEEEEEE")).toEqual(mine);
      await setFault("lost");
      await store.remove(mine);
      expect(await store.find("EEEEEEEEEE")).toBeUndefined();
    });
  });
});
