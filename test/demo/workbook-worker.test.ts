import { expect, test, vi } from "vitest";
import type { Answer, Question } from "../../demo/bulk/workbook-worker.ts";
import { rowOf, sheetOf } from "../list/workbooks.ts";

test("each search for a sheet has its own limits", async () => {
  let handle: ((event: { data: Question }) => Promise<void>) | undefined;
  const answers: Answer[] = [];
  vi.stubGlobal("addEventListener", (_: string, listener: typeof handle) => {
    handle = listener;
  });
  vi.stubGlobal("postMessage", (answer: Answer) => void answers.push(answer));
  await import("../../demo/bulk/workbook-worker.ts");
  await handle?.({ data: { bytes: sheetOf(rowOf(1, "https://example.com")) } });
  await handle?.({ data: { sheet: 0, isSearch: true } });
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 60_000);
  // The user changes a choice a minute later.
  await handle?.({ data: { sheet: 0, isSearch: true } });
  expect(answers[2]).toEqual(answers[1]);
  expect(answers[2]).toHaveProperty("records");
});
