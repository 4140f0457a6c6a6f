import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createClient } from "../src/client/client.ts";
import { app, type Row } from "./spec/asking.ts";
import { matrices, options, whatItDoes } from "./spec/features.ts";
import { answers, cards, errors, limits } from "./spec/limits.ts";
import { batches, links, reports } from "./spec/resources.ts";

/** Checks everything that the service promises, one row per promise, against the app in this process. */

const wrappers: readonly Row[] = [
  [
    "the client has a method for each endpoint",
    async () => {
      const methods = ["generateUrl", "generate", "generateJson", "generateBatch", "validate", "inspect", "createLink"];
      const names = Object.keys(createClient({ baseUrl: "" }));
      expect(names).toEqual([...methods, "ogImageUrl", "generateOgImage"]);
    },
  ],
  [
    "agents have a tool named generate_qr",
    async () => {
      const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
      const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
      const request = new Request("http://isoqr.test/mcp", { method: "POST", headers, body: JSON.stringify(message) });
      const { result } = await (await app(request)).json();
      expect(result.tools.map(({ name }: { name: string }) => name)).toContain("generate_qr");
    },
  ],
  [
    "npm, JSR and the API description have one version, which the change log begins with",
    async () => {
      const { version } = JSON.parse(readFileSync("package.json", "utf8"));
      expect(JSON.parse(readFileSync("jsr.json", "utf8")).version).toBe(version);
      expect((await (await app(new Request("http://isoqr.test/openapi.json"))).json()).info.version).toBe(version);
      const [, latest] = /^## (\d\S+)/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
      expect(latest).toBe(version);
    },
  ],
];

describe.each([
  ["what it does", whatItDoes],
  ["options", options],
  ["the matrix", matrices],
  ["share pages", links],
  ["batches", batches],
  ["reports", reports],
  ["answers", answers],
  ["social cards", cards],
  ["errors", errors],
  ["limits", limits],
  ["client and tool", wrappers],
])("%s", (_, rows) => {
  test.each(rows)("%s", async (_promise, check) => {
    await check();
  });
});
