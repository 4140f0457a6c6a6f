import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { goTo, openView, usePlayground } from "./playground-page.ts";

const playground = usePlayground();
let page: Page;

beforeAll(async () => {
  ({ page } = await playground.open());
  page.setDefaultTimeout(10_000);
}, 120_000);

const GUESTS = "Nr;Gast;url;Zimmer\n1;Maier;https://example.com/t/1;12\n2;Huber;https://example.com/t/2;14\n";
const list = () => page.getByLabel("List or table");
const create = () => page.getByRole("button", { name: "Create codes" }).click();

beforeEach(async () => {
  await goTo(page, playground.url);
  await openView(page, "Bulk codes");
});

test("asks for the column to encode if a table has no data column, or reads lines on request", async () => {
  const buffer = Buffer.from(GUESTS);
  await page.getByLabel("Open CSV file").setInputFiles({ name: "guests.csv", mimeType: "text/csv", buffer });
  await page
    .getByText("Rename the column that has the content to “data”. Columns found: Nr, Gast, url, Zimmer")
    .waitFor();
  expect(await page.getByRole("button", { name: "Create codes" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "One code per line" }).click();
  await page.getByText("3 codes", { exact: true }).waitFor();
  await create();
  await page.getByText("3 created, 0 failed").waitFor();
  await list().fill("a,b\nc,d");
  await page.getByText("Columns found: a, b").waitFor();
  await list().fill("a, WIFI:T:WPA;S:Guests;P:hunter2hunter2;;\nc,d");
  await page.getByText("Columns found: (contains a secret)").waitFor();
  await list().fill(GUESTS.replace("url", "data"));
  await page.getByText("2 codes", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "One code per line" }).isVisible()).toBe(false);
});

test("removes the ZIP when the list changes", async () => {
  await list().fill("one\ntwo");
  await create();
  await page.getByText("Download ZIP").waitFor();
  await list().fill("three");
  expect(await page.getByText("Download ZIP").count()).toBe(0);
  await create();
  await page.getByText("1 created, 0 failed").waitFor();
  const buffer = Buffer.from("four");
  await page.getByLabel("Open CSV file").setInputFiles({ name: "x.txt", mimeType: "text/plain", buffer });
  await expect.poll(() => list().inputValue()).toBe("four");
  expect(await page.getByText("Download ZIP").count()).toBe(0);
});

test("removes the ZIP when the design changes, but not when the content on the page changes", async () => {
  await list().fill("one\ntwo");
  await create();
  await page.getByText("Download ZIP").waitFor();
  await page.getByRole("textbox", { name: "URL", exact: true }).fill("https://example.com/other");
  await page.getByLabel("Logo URL").fill("none");
  expect(await page.getByText("Download ZIP").count()).toBe(1);
  await page.getByRole("textbox", { name: "Code colour", exact: true }).fill("1a2b3c");
  expect(await page.getByText("Download ZIP").count()).toBe(0);
});

test("reports an invalid design once, with the labels of the page", async () => {
  await list().fill(`one\n${"x".repeat(3000)}`);
  await create();
  await page.getByText("1 created, 1 failed").waitFor();
  const failures = page.getByRole("region", { name: "Problems" });
  expect(await failures.textContent()).toContain(
    "The content is too long for “Error correction” M: it takes 3000 bytes",
  );
  await page.getByRole("spinbutton", { name: "Size (px)" }).fill("5000");
  await create();
  await page.locator("#view").getByText("“Size (px)” must be an integer from 32 to 2048. Change it above").waitFor();
  expect(await failures.count()).toBe(0);
  // A row's own size takes precedence over the page's.
  await list().fill("data,size\none,300\ntwo,9999");
  await create();
  await page.getByText("1 created, 1 failed").waitFor();
  expect(await failures.textContent()).toContain("size must be an integer from 32 to 2048");
});

test("stops a run when its list is removed", async () => {
  const buffer = Buffer.from(`data,size\n${"x,2048\n".repeat(5000)}`);
  await page.getByLabel("Open CSV file").setInputFiles({ name: "far.csv", mimeType: "text/csv", buffer });
  await page.getByText("5,000 codes", { exact: true }).waitFor();
  await create();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Stopped. No codes were saved").waitFor();
  await list().fill("one");
  await create();
  await page.getByText("1 created, 0 failed").waitFor();
});
