import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createClient } from "../src/client/client.ts";
import type { Row } from "./spec/asking.ts";
import { matrices, options, whatItDoes } from "./spec/features.ts";
import { answers, cards, errors, limits } from "./spec/limits.ts";
import { batches, links, reports } from "./spec/resources.ts";

/** Everything that the service promises, a row for each promise, asked of the app in this process. */

const versions: readonly Row[] = [
  [
    "the client has a method for each endpoint",
    async () => {
      const methods = ["generateUrl", "generate", "generateJson", "generateBatch", "validate", "inspect", "createLink"];
      const names = Object.keys(createClient({ baseUrl: "" }));
      expect(names).toEqual([...methods, "ogImageUrl", "generateOgImage"]);
    },
  ],
  [
    "the client is at version 0.1.0",
    async () => expect(JSON.parse(readFileSync("package.json", "utf8")).version).toBe("0.1.0"),
  ],
];

describe.each([
  ["what it does", whatItDoes],
  ["options", options],
  ["the matrix", matrices],
  ["short links", links],
  ["batches", batches],
  ["reports", reports],
  ["answers", answers],
  ["social images", cards],
  ["errors", errors],
  ["limits", limits],
  ["versions", versions],
])("%s", (_, rows) => {
  test.each(rows)("%s", async (_promise, check) => {
    await check();
  });
});
