import { expect, test } from "vitest";
import { VERSION } from "../../src/http/reference/document.ts";
import { createMetrics } from "../../src/runtime/metrics.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import type { LinkStore, StoredLink } from "../../src/stores/store.ts";
import { heavyJobs } from "../../src/work/heavy-jobs.ts";
import { testError } from "../test-error.ts";

const linkOf = (id: string): StoredLink => ({ id, data: "x".repeat(1_000), tokenHash: "0" });

test("counts links for which there is no space separately from failures, and logs the reason once a minute", async () => {
  const metrics = createMetrics();
  const links = metrics.links(createMemoryLinks({ maxBytes: 3_000 }));
  await links.add(linkOf("AAAAAAAAAA"));
  const refused = await Promise.allSettled([links.add(linkOf("BBBBBBBBBB")), links.add(linkOf("CCCCCCCCCC"))]);
  const reason = expect.stringContaining("has no space for more links: raise LINKS_MAX_BYTES");
  expect(refused).toMatchObject([
    { reason: { code: "STORE_UNAVAILABLE", cause: reason } },
    { reason: { code: "STORE_UNAVAILABLE" } },
  ]);
  expect((refused[1] as PromiseRejectedResult).reason.cause).toBeUndefined();
  const text = await metrics.text();
  expect(text).toContain('isoqr_link_operations_total{operation="add",outcome="full"} 2');
  expect(text).toContain('isoqr_link_operations_total{operation="add",outcome="error"} 0');
  expect(text).toMatch(/^isoqr_links_bytes 2400$/m);
  expect(text).toMatch(/^isoqr_links_max_bytes 3000$/m);
});

test("leaves out the size of a store that does not respond", async () => {
  const metrics = createMetrics();
  let isAway = false;
  const store: LinkStore = {
    ...createMemoryLinks(),
    space: () => (isAway ? new Promise(() => undefined) : Promise.resolve({ bytes: 1, maxBytes: 2 })),
  };
  metrics.links(store);
  expect(await metrics.text()).toMatch(/^isoqr_links_bytes 1$/m);
  isAway = true;
  expect(await metrics.text()).not.toMatch(/^isoqr_links_(?:max_)?bytes \d/m);
});

test("starts every counter of failures at zero, and names the version", async () => {
  const metrics = createMetrics();
  metrics.links(createMemoryLinks());
  metrics.heavy({ jobs: new Set(), run: () => Promise.reject(testError("BUSY", "later")) }, 2);
  metrics.limits({ most: { requests: 1, heavy: 1, links: 1 }, take: async () => 0 });
  const text = await metrics.text();
  for (const { label } of Object.values(heavyJobs)) {
    expect(text).toContain(`isoqr_heavy_total{work="${label}",outcome="error"} 0`);
  }
  for (const operation of ["find", "add", "remove"]) {
    expect(text).toContain(`isoqr_link_operations_total{operation="${operation}",outcome="error"} 0`);
  }
  expect(text).toContain('isoqr_link_operations_total{operation="add",outcome="full"} 0');
  for (const kind of ["requests", "heavy", "links"]) expect(text).toContain(`isoqr_limited_total{kind="${kind}"} 0`);
  expect(text).toContain(`isoqr_build_info{version="${VERSION}"} 1`);
});

// These are rules of `promtool check metrics`.
test("names metrics as Prometheus recommends", async () => {
  const metrics = createMetrics();
  metrics.links(createMemoryLinks());
  const text = await metrics.text();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => ({ name, type }));
  expect(types.length).toBeGreaterThan(20);
  expect(types.filter(({ name, type }) => (type === "counter") !== name.endsWith("_total"))).toEqual([]);
  expect(
    types.filter(({ name }) => /_(?:milliseconds|ms|kb|mb|minutes)(?:_|$)|[A-Z]|_(?:count|sum|bucket)$/.test(name)),
  ).toEqual([]);
  expect(types.filter(({ name }) => !text.includes(`# HELP ${name} `))).toEqual([]);
});
