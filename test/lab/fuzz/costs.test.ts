import fc from "fast-check";
import { expect, test } from "vitest";
import { checkTarget } from "./check-target.ts";
import { readCorpus } from "./corpus.ts";
import { requestsOf } from "./option-requests.ts";
import { anySet, caseOf, setOf } from "./option-sets.ts";
import { costs } from "./targets/costs.ts";

checkTarget(costs, 20);

test("every file of the corpus is an option set", () => {
  for (const [file, kept] of readCorpus(costs.name)) expect(setOf(kept), file).toBeDefined();
});

test("option sets survive as cases", () => {
  fc.assert(
    fc.property(anySet, (set) => {
      expect(setOf(caseOf(set))).toEqual(set);
    }),
    { seed: 15 },
  );
});

test("requests for an option set differ, so that no cache has the response", () => {
  const set = { to: "POST /api/qr", input: { data: "a".repeat(20), logoFile: "shapes-10.svg" } };
  const [first, second] = [1, 2].map((nonce) => requestsOf(set, nonce).request(""));
  expect(first?.body?.length).toBe(second?.body?.length);
  const [data, logoData] = ["data", "logoData"].map((name) =>
    [first, second].map((sent) => JSON.parse(sent?.body ?? "")[name]),
  );
  expect(data).toEqual([`000001${"a".repeat(14)}`, `000002${"a".repeat(14)}`]);
  expect(new Set(logoData)).toHaveLength(2);
});
