import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { label } from "../labels.ts";
import { createBulkCodes, file, lines, longestTask } from "./playground-figures.ts";
import { CREATE, openView, usePlayground } from "./playground-page.ts";

/** Maximum duration in milliseconds of a task on the page's thread. */
const LONGEST_TASK = 50;

const playground = usePlayground();
let page: Page;

beforeAll(async () => {
  ({ page } = await playground.open());
  await openView(page, label("bulkCodes"));
}, 120_000);

test("detects a long task", async () => {
  const busy = `new Promise((resolve) => setTimeout(() => {
    let sum = 0;
    for (let at = 0; at < 1e8; at++) sum = Math.sqrt(sum + at);
    resolve(sum);
  }))`;
  expect(await longestTask(playground.browser, page, () => page.evaluate(busy))).toBeGreaterThan(LONGEST_TASK);
});

test("creates 5,000 codes within a minute without long tasks", async () => {
  const tasks: number[] = [];
  // Uses the fastest run, because other programs may slow the other runs down.
  for (let run = 0; run < 3 && !(Math.min(...tasks) < LONGEST_TASK); run++) {
    const { time, longest } = await createBulkCodes(playground.browser, page);
    tasks.push(longest);
    expect(time).toBeLessThan(60_000);
    if (process.env.SHOTS) console.log(`5,000 codes in ${time} ms, longest task ${longest} ms`);
  }
  expect(Math.min(...tasks)).toBeLessThan(LONGEST_TASK);
}, 200_000);

test("shows the name and the number of rows of a file until it is removed", async () => {
  await page.getByText("tables.csv", { exact: true }).waitFor();
  await page.getByText(label("rowCount", { count: 5000 }), { exact: true }).waitFor();
  expect(await page.getByLabel(label("pasteList")).isVisible()).toBe(false);
  await page.getByRole("button", { name: label("remove"), exact: true }).click();
  expect(await page.getByLabel(label("pasteList")).inputValue()).toBe("");
});

test("shows a name instead of thousands of pasted lines", async () => {
  await page.getByLabel(label("pasteList")).focus();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", ${JSON.stringify(lines)});
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }`);
  await page.getByText(label("pastedText")).waitFor();
  await page.getByRole("button", { name: label("createCount", { count: 5000 }) }).waitFor();
});

test("stops a run, and completes the next one", async () => {
  await page.getByRole("button", { name: label("remove"), exact: true }).click();
  const slow = Buffer.from(`data,size\n${lines.replaceAll("\n", ",2048\n")}`);
  await page.getByLabel(label("chooseListFile")).setInputFiles({ ...file, buffer: slow });
  await page.getByRole("button", { name: CREATE }).click();
  await page.getByRole("button", { name: label("stop") }).click();
  await page.getByText(label("bulkStopped")).waitFor();
  await page.getByRole("button", { name: label("remove"), exact: true }).click();
  await page.getByLabel(label("pasteList")).fill("one\ntwo");
  await page.getByRole("button", { name: CREATE }).click();
  await page.getByText(label("createdCount", { created: 2 }), { exact: true }).waitFor();
});

test("limits the number of codes", async () => {
  await page.getByLabel(label("pasteList")).fill("");
  expect(await page.getByRole("button", { name: label("createCodes") }).isDisabled()).toBe(true);
  const buffer = Buffer.from("x\n".repeat(20_001));
  await page.getByLabel(label("chooseListFile")).setInputFiles({ ...file, buffer });
  await page.getByText(label("listTooLong", { most: "20,000" })).waitFor();
  expect(await page.getByRole("button", { name: label("createCodes") }).isDisabled()).toBe(true);
});
