import { expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createMcp } from "../../src/http/mcp/routes.ts";
import { dataRequired } from "../../src/messages/option-rules.ts";
import { OTHER_NAME } from "../../src/options/query-faults.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { ruleText } from "../rule-text.ts";
import { errorOf } from "./ask.ts";

const api = createService({ links: createMemoryLinks() });
const app = createApp(api, { mcp: createMcp(api, () => undefined) });
const get = (path: string) => app(new Request(`http://isoqr.test${path}`));
const post = (path: string, body: unknown) =>
  app(
    new Request(`http://isoqr.test${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify(body),
    }),
  );
const advice = (name: string, option: string) => ruleText(OTHER_NAME, { name, option });

test.each([
  ["ecc", "ec"],
  ["colour", "color"],
  ["height", "size"],
  ["dot-style", "dotStyle"],
])("%s is rejected in bodies, as in queries", async (name, option) => {
  const answers = [
    await get(`/api/qr?data=x&${name}=1`),
    await post("/api/qr", { data: "x", [name]: "1" }),
    await get(`/api/i?data=x&${name}=1`),
    await post("/api/i", { data: "x", [name]: "1" }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toBe(advice(name, option));
  }
});

test("items and options of batches with other names are rejected, and other items are drawn", async () => {
  const alone = await post("/api/qr/batch", {
    items: [{ data: "x", ecc: "H", v: 1 }, { data: "x", v: 1 }, { text: "x" }],
  });
  const { results } = await alone.json();
  expect(results).toMatchObject([
    { status: 400, error: advice("ecc", "ec") },
    { status: 200 },
    { status: 400, error: advice("text", "data") },
  ]);
  const shared = await post("/api/qr/batch", { options: { ecc: "H" }, items: [{ data: "x" }] });
  expect((await shared.json()).results).toMatchObject([{ status: 400, error: advice("ecc", "ec") }]);
});

test("tools for agents reject other names", async () => {
  const params = { name: "generate_qr", arguments: { data: "x", ecc: "H" } };
  const answer = await post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const { result } = await answer.json();
  expect(result).toEqual({ content: [{ type: "text", text: advice("ecc", "ec") }], isError: true });
});

test("other unknown names are ignored", async () => {
  for (const name of ["v", "utm_source", "nonsense", "text"]) {
    expect((await post("/api/qr", { data: "x", [name]: "1" })).status).toBe(200);
  }
});

test.each(["text", "chl", "value", "url"])("%s without data says which name to use", async (name) => {
  const answers = [
    await get(`/api/qr?${name}=y`),
    await post("/api/qr", { [name]: "y" }),
    await get(`/api/i?${name}=y`),
    await post("/api/i", { [name]: "y" }),
  ];
  for (const answer of answers) expect([answer.status, await errorOf(answer)]).toEqual([400, advice(name, "data")]);
});

test("a request without any text says that data is missing", async () => {
  expect(await errorOf(await get("/api/qr?size=300&v=1"))).toBe(ruleText(dataRequired, "data"));
});
