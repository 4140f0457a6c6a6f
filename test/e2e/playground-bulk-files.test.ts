import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { workbookDamaged } from "../../src/messages/list-rules.ts";
import { integerRange } from "../../src/messages/option-rules.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { label } from "../labels.ts";
import { workbookOf } from "../list/workbooks.ts";
import { ruleText } from "../rule-text.ts";
import { CREATE, DOWNLOAD_ZIP, goTo, openView, usePlayground } from "./playground-page.ts";

const playground = usePlayground();
let page: Page;
let logs: string[];

beforeAll(async () => {
  ({ page, logs } = await playground.open());
  page.setDefaultTimeout(10_000);
}, 120_000);

const list = () => page.getByLabel(label("pasteList"));
const create = () => page.getByRole("button", { name: CREATE }).click();
const open = (name: string, buffer: Buffer) =>
  page.getByLabel(label("chooseListFile")).setInputFiles({ name, mimeType: "application/octet-stream", buffer });

/** Clicks a download button. Resolves to the file. */
async function save(label: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText(label).click()]);
  return readFileSync(await download.path());
}

beforeEach(async () => {
  await goTo(page, playground.url);
  await openView(page, label("bulkCodes"));
});

test("creates codes from a Windows-1252 table, and a report of the rows that it skipped", async () => {
  const guests = "Nr;Gast;url;Zimmer\n1;Müller;https://example.com/ü;Süd\n2;Böhm;fehlt;West\n";
  await open("gäste.csv", Buffer.from(guests, "latin1"));
  expect(await page.getByLabel(label("encoding")).inputValue()).toBe("windows-1252");
  expect(await page.getByLabel(label("delimiter")).inputValue()).toBe(";");
  expect(await page.getByLabel(label("hasHeadings")).isChecked()).toBe(true);
  await page.getByLabel(label("fileNames")).selectOption("Gast");
  await page.getByText(label("rowsSkipped", { count: 1 })).waitFor();
  await create();
  await page.getByText(label("createdAndSkipped", { created: 1, skipped: 1 })).waitFor();
  const files = unzipSync(await save(DOWNLOAD_ZIP));
  expect(Object.keys(files)).toEqual(["Müller.png"]);
  const [decoder] = decoders;
  expect(await decoder?.read(readPng(Buffer.from(files["Müller.png"] ?? [])))).toBe("https://example.com/ü");
  const report = (await save(label("downloadReport"))).toString();
  expect(report.split("\r\n")[1]).toMatch(/^3,url,fehlt,"“url” must be a URL.*","Correct the cell/);
  // Each choice is applied at once.
  await page.getByLabel(label("hasHeadings")).uncheck();
  await page.getByText(label("rowsSkipped", { count: 2 })).waitFor();
  expect(await page.getByText(DOWNLOAD_ZIP).count()).toBe(0);
  await page.getByLabel(label("delimiter")).selectOption("");
  await page.getByLabel(label("contentType")).selectOption("text");
  await page.getByRole("button", { name: label("createCount", { count: 3 }) }).waitFor();
});

test("opens dropped lists and contacts, even before the tool was opened", async () => {
  const drop = (name: string, content: string) =>
    page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
  const card = (name: string) => `BEGIN:VCARD\r\nVERSION:3.0\r\nN:King;${name};;;\r\nFN:${name} King\r\nEND:VCARD\r\n`;
  await page.reload();
  await page.getByRole("heading", { name: label("tools"), exact: true }).waitFor();
  await drop("guests.csv", "Name,URL\nAda,https://example.com/1\nEve,https://example.com/2\n");
  await page.getByRole("button", { name: label("createCount", { count: 2 }) }).waitFor();
  await drop("contacts.vcf", card("Ada") + card("Eve"));
  await page.getByText("contacts.vcf").first().waitFor();
  await page.getByText("Ada · King").waitFor();
  await drop("ada.vcf", card("Ada"));
  await expect.poll(() => page.getByLabel(label("vcard.firstName")).inputValue()).toBe("Ada");
});

test("asks for a missing column once, and not in each row", async () => {
  await list().fill("Guest,Room\nAda,1\nEve,2");
  await page.getByText(label("chooseColumnFirst", { label: "“What to encode”" })).waitFor();
  expect(await page.locator(".bulk-preview").innerText()).not.toContain("Skipped");
  expect(await page.getByRole("button", { name: label("createCodes") }).isDisabled()).toBe(true);
  await page.getByLabel(label("whatToEncode")).selectOption("Guest");
  await page.getByRole("button", { name: label("createCount", { count: 2 }) }).waitFor();
});

test("creates a code for each of 30 tables from a pasted table", async () => {
  const tables = Array.from({ length: 30 }, (_, at) => [
    `Tisch ${at + 1}`,
    `https://example.com/karte?tisch=${at + 1}`,
  ]);
  await list().fill(["Tisch\tLink", ...tables.map((row) => row.join("\t"))].join("\n"));
  await page.getByRole("button", { name: label("createCount", { count: 30 }) }).click();
  await page.getByText(label("createdCount", { created: 30 }), { exact: true }).waitFor();
  const files = unzipSync(await save(DOWNLOAD_ZIP));
  for (const [name, link] of tables) {
    expect(await decoders[0]?.read(readPng(Buffer.from(files[`${name}.png`] ?? [])))).toBe(link);
  }
});

test("reads the sheets of a workbook in a worker", async () => {
  const row = (number: number, ...texts: string[]) =>
    `<row r="${number}">${texts.map((text, at) => `<c r="${"AB"[at]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
  const sheets = [
    { name: "Tische", rows: row(1, "Link", "Tisch") + row(2, "https://example.com/1", "Fenster") },
    {
      name: "WLAN",
      rows: row(1, "Netzwerk", "Passwort") + row(2, "Gäste", "kaffee und kuchen") + row(3, "Büro", "kurz"),
    },
  ];
  await open("café.xlsx", Buffer.from(workbookOf({ sheets })));
  await page.getByRole("button", { name: label("createCount", { count: 1 }), exact: true }).waitFor();
  await page.getByLabel(label("sheet"), { exact: true }).selectOption("WLAN");
  await page.getByText(label("rowsSkipped", { count: 1 })).waitFor();
  expect(await page.getByLabel(label("contentType")).inputValue()).toBe("wifi");
  expect(await page.getByRole("region", { name: label("firstRows") }).innerText()).not.toContain("kaffee");
  await create();
  const files = Object.values(unzipSync(await save(DOWNLOAD_ZIP)));
  expect(await decoders[0]?.read(readPng(Buffer.from(files[0] ?? [])))).toBe(
    "WIFI:T:WPA;S:Gäste;P:kaffee und kuchen;;",
  );
  await page.getByRole("button", { name: label("remove"), exact: true }).click();
  await open("broken.xlsx", Buffer.from(workbookOf({ sheets })).subarray(0, 600));
  await page.getByText(ruleText(workbookDamaged, "The file")).waitFor();
  expect(logs).toEqual([]);
});

test("asks for an unclear encoding", async () => {
  await open("list.txt", Buffer.of(0x93, 0x8c, 0x8b, 0x9e, 0x0a));
  await page.getByText(label("encodingUnclear")).waitFor();
  expect(await page.getByRole("button", { name: label("createCodes") }).isDisabled()).toBe(true);
  await page.getByLabel(label("encoding")).selectOption("shift_jis");
  await page.getByRole("button", { name: label("createCount", { count: 1 }), exact: true }).waitFor();
  await page.getByRole("cell", { name: "東京" }).first().waitFor();
});

test("draws the logo of the page on every code", async () => {
  const logo = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path fill="#f00" d="M0 0h8v8H0z"/></svg>';
  await page
    .getByLabel(label("option.logoData"))
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(logo) });
  await list().fill("one\ntwo");
  await create();
  await page.getByText(label("createdCount", { created: 2 })).waitFor();
  for (const file of Object.values(unzipSync(await save(DOWNLOAD_ZIP)))) {
    const { data, width, height } = readPng(Buffer.from(file));
    const middle = 4 * (Math.floor(height / 2) * width + Math.floor(width / 2));
    expect([...data.subarray(middle, middle + 3)]).toEqual([255, 0, 0]);
  }
});

test("removes the ZIP when the list or the design changes, but not when the content on the page changes", async () => {
  await list().fill("one\ntwo");
  await create();
  await page.getByText(DOWNLOAD_ZIP).waitFor();
  await page.getByRole("textbox", { name: label("url.url"), exact: true }).fill("https://example.com/other");
  expect(await page.getByText(DOWNLOAD_ZIP).count()).toBe(1);
  await page.getByRole("textbox", { name: label("option.color"), exact: true }).fill("1a2b3c");
  expect(await page.getByText(DOWNLOAD_ZIP).count()).toBe(0);
  await create();
  await page.getByText(DOWNLOAD_ZIP).waitFor();
  await list().fill("three");
  await page.getByRole("button", { name: label("createCount", { count: 1 }), exact: true }).waitFor();
  expect(await page.getByText(DOWNLOAD_ZIP).count()).toBe(0);
});

test("reports an invalid design once, with the labels of the page", async () => {
  await list().fill(`one\n${"x".repeat(3000)}`);
  await create();
  await page.getByText(label("createdAndSkipped", { created: 1, skipped: 1 })).waitFor();
  const failures = page.getByRole("region", { name: label("problems") });
  expect(await failures.textContent()).toContain("The content is too long for “Error correction” M: it has 3000 bytes");
  await page.getByRole("spinbutton", { name: label("option.size") }).fill("5000");
  await create();
  await page
    .locator("#view")
    .getByText(label("changeAbove", { problem: ruleText(integerRange, "“Size (px)”", { min: 32, max: 2048 }) }))
    .waitFor();
  expect(await failures.count()).toBe(0);
  // A row's own size takes precedence over the page's.
  await list().fill("data,size\none,300\ntwo,9999");
  await page
    .getByText(label("skippedProblem", { problem: ruleText(integerRange, "“size”", { min: 32, max: 2048 }) }))
    .waitFor();
  await create();
  await page.getByText(label("createdAndSkipped", { created: 1, skipped: 1 })).waitFor();
});

test("stops a run when its list is removed", async () => {
  await open("far.csv", Buffer.from(`data,size\n${"x,2048\n".repeat(5000)}`));
  await create();
  await page.getByRole("button", { name: label("stop") }).waitFor();
  await page.getByRole("button", { name: label("remove"), exact: true }).click();
  await page.getByText(label("bulkStopped")).waitFor();
  await list().fill("one");
  await create();
  await page.getByText(label("createdCount", { created: 1 }), { exact: true }).waitFor();
});
