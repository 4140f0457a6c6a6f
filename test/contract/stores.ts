import { afterAll, beforeAll, expect, test } from "vitest";
import { bytesOf } from "../../src/runtime/settings-table.ts";
import type { LinkSettings } from "../../src/stores/expiry.ts";
import type { LinkAdmin, LinkStore } from "../../src/stores/store.ts";
import { isStoreAddress, openStore, type StoreName, stores } from "../../src/stores/table.ts";
import { testLinkAdmin } from "./link-admin.ts";
import { type Disturbance, testLinkFaults } from "./link-faults.ts";
import { testLinkStore } from "./links.ts";

/** A store with its operator methods. */
export type WholeStore = LinkStore & LinkAdmin;

/** What the tests need from a store. */
export interface StoreFixture {
  /** Starts everything that the store needs, such as a database server, and resolves to a function that stops it. */
  start?(): Promise<() => unknown>;
  /** Resolves to the address of a new, empty store. */
  create(): Promise<string>;
  /** A size limit in bytes at which the store holds about ten links of 2,900 characters. */
  readonly small: number;
  /** Resolves to the URL of a store at `address`, the time limit for its calls, and functions that make its database
   *  fail. */
  disturb?(address: string): Promise<Disturbance & { readonly address: string; readonly timeLimit: number }>;
}

/** Tests everything that a row in the table of stores declares. */
export function testStore(name: StoreName, { start, create, small, disturb }: StoreFixture): void {
  const { isShared, limit } = stores[name];
  let stop: () => unknown = () => undefined;
  beforeAll(async () => {
    stop = (await start?.()) ?? stop;
  }, 120_000);
  afterAll(() => stop(), 60_000);

  let address = "";
  const open = async (settings: LinkSettings = {}) => {
    address = await create();
    return openStore(address, settings);
  };
  const reopen = (settings: LinkSettings = {}) => openStore(address, settings);

  test(`${name}: the URL is valid, and the default limit is the one in the table`, async () => {
    const store = await open();
    expect(isStoreAddress(address)).toBe(true);
    const [, count, unit] = /^(\d+) (\w+)/.exec(limit) ?? [];
    expect((await store.stats()).maxBytes).toBe(bytesOf(`${count}${unit}`));
    await store.close();
  });
  testLinkStore(name, () => open(), isShared ? () => reopen() : undefined);
  testLinkAdmin(name, { open, small, ...(isShared && { reopen }) });
  if (disturb) {
    testLinkFaults(name, async () => {
      const { address, ...disturbance } = await disturb(await create());
      return { ...disturbance, store: await openStore(address) };
    });
  }
}
