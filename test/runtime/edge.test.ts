import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createEdge, type EdgeSettings } from "../../src/runtime/edge.ts";
import { NOT_SERVED } from "../../src/service/not-served.ts";
import type { D1Binding } from "../../src/stores/d1.ts";
import { ruleText } from "../rule-text.ts";

/** Tests of the edge worker that do not need the edge runtime. Those that do are in test/runtimes. */

const core = new WebAssembly.Module(readFileSync(new URL("../../build/core-complete.wasm", import.meta.url)));

interface Env {
  readonly LINKS?: D1Binding;
}

const ask = (path: string, settings: Partial<EdgeSettings<Env>> = {}, env: Env = {}) =>
  createEdge<Env>({ core, ...settings }).fetch(new Request(`https://worker.test${path}`), env);

/** Returns a database that finds every link, or always fails with `fault`. */
function database(fault?: Error): D1Binding {
  const question = { bind: () => question };
  const row = { data: [...Buffer.from("hello")], token_hash: "0".repeat(64) };
  return {
    prepare: () => question,
    async batch(questions) {
      if (fault) throw fault;
      return questions.map(() => ({ results: [row] }));
    },
  };
}

test.each([
  ["no database is named", {}, {}],
  ["the worker has no such binding", { links: (env: Env) => env.LINKS }, {}],
])("rejects links if %s, and still draws codes", async (_, settings, env) => {
  const refused = await ask("/api/i?data=hello", settings, env);
  expect([refused.status, await refused.json()]).toEqual([501, { error: ruleText(NOT_SERVED, { feature: "links" }) }]);
  expect((await ask("/api/qr?data=hello", settings, env)).status).toBe(200);
});

test("builds URLs with the request's origin, or with baseUrl", async () => {
  const settings = { links: (env: Env) => env.LINKS };
  const env = { LINKS: database() };
  const made = async (more: Partial<EdgeSettings<Env>>) =>
    (await ask("/api/i?data=hello", { ...settings, ...more }, env)).json();
  expect(await made({})).toMatchObject({ url: "https://worker.test/i/Aeo7HbT3j4" });
  expect(await made({ baseUrl: "https://qr.example.com" })).toMatchObject({
    url: "https://qr.example.com/i/Aeo7HbT3j4",
  });
});

test("reports the cause of errors once per outage", async () => {
  const reported: unknown[] = [];
  const worker = createEdge<Env>({ core, links: (env) => env.LINKS, report: (error) => reported.push(error) });
  const env = { LINKS: database(new Error("D1_ERROR: away")) };
  for (let at = 0; at < 3; at++) {
    const answer = await worker.fetch(new Request(`https://worker.test/api/i?data=${at}`), env);
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
  }
  expect(reported).toEqual(["D1 failed: D1_ERROR: away"]);
});

test("removes expired links on a cron trigger if expiry is on", async () => {
  const statements: string[] = [];
  const bound = (sql: string) => ({ sql, bind: () => bound(sql) });
  const since = { value: 1 };
  const LINKS: D1Binding = {
    prepare: (sql) => bound(sql),
    async batch(questions) {
      statements.push(...questions.map((question) => (question as unknown as { readonly sql: string }).sql));
      return questions.map(() => ({ results: [since] }));
    },
  };
  const links = (env: Env) => env.LINKS;
  await createEdge<Env>({ core, links }).scheduled({}, { LINKS });
  expect(statements).toEqual([]);
  await createEdge<Env>({ core, links, linksExpire: 90 }).scheduled({}, { LINKS });
  expect(statements.filter((sql) => sql.startsWith("DELETE FROM isoqr_links WHERE id IN"))).toHaveLength(1);
  await createEdge<Env>({ core, links, linksExpire: 90 }).scheduled({}, {});
});
