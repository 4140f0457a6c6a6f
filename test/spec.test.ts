import { describe, test } from "vitest";
import { matrices, options, whatItDoes } from "./spec/features.ts";
import { answers, cards, errors, limits } from "./spec/limits.ts";
import { batches, links, reports } from "./spec/resources.ts";
import { wrappers } from "./spec/wrappers.ts";

/** Checks everything that the service promises, one row per promise, against the app in this process. */

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
