import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { label } from "../labels.ts";
import {
  CREATE,
  chooseFormat,
  chooseKind,
  DOWNLOAD_ZIP,
  openView,
  usePlayground,
  waitUntilOfflineReady,
} from "./playground-page.ts";

const playground = usePlayground();

const PASSWORD = "Hunter2Hunter2";

/** Forms with secrets. Lists show each form's QR code under the name `title`. */
const secrets = [
  {
    name: "the password of a network",
    secret: PASSWORD,
    title: "Guests",
    async fill(page: Page) {
      await chooseKind(page, "wifi");
      await page.getByLabel(label("wifi.ssid"), { exact: true }).fill("Guests");
      await page.getByLabel(label("wifi.password"), { exact: true }).pressSequentially(PASSWORD);
    },
  },
  {
    name: "the password of an enterprise network",
    secret: PASSWORD,
    title: "Office",
    async fill(page: Page) {
      await chooseKind(page, "wifi");
      await page.getByLabel(label("wifi.ssid"), { exact: true }).fill("Office");
      await page.getByLabel(label("wifi.security")).selectOption("WPA2-EAP");
      await page.getByLabel(label("wifi.method")).fill("PEAP");
      await page.getByLabel(label("wifi.identity"), { exact: true }).fill("ada");
      await page.getByLabel(label("wifi.password"), { exact: true }).pressSequentially(PASSWORD);
    },
  },
  {
    name: "the secret of one-time passwords",
    secret: "JBSWY3DPEHPK3PXP",
    title: "Engines",
    async fill(page: Page) {
      await chooseKind(page, "otp");
      await page.getByLabel(label("otp.account"), { exact: true }).fill("ada");
      await page.getByLabel(label("otp.issuer"), { exact: true }).fill("Engines");
      await page.getByLabel(label("otp.secret"), { exact: true }).pressSequentially("JBSWY3DPEHPK3PXP");
    },
  },
  {
    name: "a network as plain text",
    secret: PASSWORD,
    title: "Guests",
    async fill(page: Page) {
      await chooseKind(page, "text");
      await page
        .getByRole("textbox", { name: "Text", exact: true })
        .pressSequentially(`WIFI:T:WPA;S:Guests;P:${PASSWORD};;`);
    },
  },
] as const;

test.each(secrets)(
  "keeps $name out of URLs, titles, file names, lists, logs and storage",
  async ({ secret, title, fill }) => {
    const { page, logs } = await playground.open("", { serviceWorkers: "allow" });
    const requests: string[] = [];
    page.context().on("request", (request) => requests.push(request.url()));
    await waitUntilOfflineReady(page);
    await fill(page);
    await page.locator(".paper svg").waitFor();
    await page.getByText(/^Grade [A-F]/).waitFor();

    const names: string[] = [];
    for (const format of ["PNG", "SVG"]) {
      await chooseFormat(page, format);
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: `Download ${format}` }).click();
      const download = await saving;
      names.push(download.suggestedFilename());
      expect(readFileSync(await download.path()).toString("latin1")).not.toContain(secret);
    }

    // "Embed" opens with a snippet that keeps the content out of URLs. Snippets that have the content in a URL are
    // shown on request.
    expect(await page.getByRole("tab", { name: "JavaScript" }).getAttribute("aria-selected")).toBe("true");
    const snippet = page.locator(".snippet");
    const copy = page.getByRole("button", { name: label("copy"), exact: true });
    // Snippets hide the secret. The Copy button is disabled only for snippets that have the secret in a URL.
    expect(await snippet.textContent()).not.toContain(secret);
    expect(await copy.isEnabled()).toBe(true);
    for (const way of ["URL", "HTML"]) {
      await page.getByRole("tab", { name: way, exact: true }).click();
      await page.getByText(label("urlHoldsSecret")).waitFor();
      expect(decodeURIComponent((await snippet.textContent()) ?? "")).not.toContain(secret);
      expect(await copy.isDisabled()).toBe(true);
    }
    await page.getByRole("button", { name: label("showAnyway") }).click();
    expect(decodeURIComponent((await snippet.textContent()) ?? "")).toContain(secret);
    expect(await copy.isEnabled()).toBe(true);
    await page.getByRole("tab", { name: "curl" }).click();
    expect(await snippet.textContent()).toContain("-d '{");
    expect(await page.getByText(label("urlHoldsSecret")).count()).toBe(0);

    await openView(page, label("socialCard"));
    await page.getByText(label("cardSecret")).waitFor();
    expect(await page.getByRole("button", { name: label("downloadCard") }).isDisabled()).toBe(true);

    await openView(page, label("sharePage"));
    await page.getByText(label("linkSecret")).waitFor();
    await page.getByRole("button", { name: label("createSharePage") }).click();
    const link = (await page.locator("a.address").getAttribute("href")) ?? "";
    await page.locator(".links").getByRole("link", { name: title, exact: true }).waitFor();
    expect(await page.locator("#view").innerText()).not.toContain(secret);

    const shared = await page.context().newPage();
    await shared.goto(link);
    await shared.locator("h1").waitFor();
    expect(await shared.title()).not.toContain(secret);
    // The share page shows a password to people who open the link, once, and covers keys of accounts.
    const shownTimes = (await shared.locator("body").innerText()).split(secret).length - 1;
    expect(shownTimes).toBe(secret === PASSWORD ? 1 : 0);
    const heads = await shared.locator("head").innerHTML();
    expect(heads).not.toContain(secret);
    await shared.close();

    await expect.poll(() => page.url()).toMatch(/#kind=/);
    const devtools = await page.context().newCDPSession(page);
    const { entries } = await devtools.send("Page.getNavigationHistory");
    const kept = (await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])",
    )) as string;
    const traces = [
      link,
      page.url(),
      await page.title(),
      kept,
      ...names,
      ...requests,
      ...logs,
      ...entries.map(({ url, title }) => url + title),
    ];
    for (const trace of traces) expect(decodeURIComponent(trace)).not.toContain(secret);
    expect(logs).toEqual([]);
    await page.context().close();
  },
  180_000,
);

test("removes a secret from a URL that contains one", async () => {
  const { page } = await playground.open("#kind=wifi&.ssid=Guests&.password=Hunter2Hunter2");
  await expect.poll(() => page.url()).not.toContain("Hunter2");
  expect(await page.getByLabel(label("wifi.password"), { exact: true }).inputValue()).toBe("");
  await page.context().close();
});

test("keeps secrets out of the file names and errors of bulk codes", async () => {
  const { page } = await playground.open();
  await openView(page, label("bulkCodes"));
  await page
    .getByLabel(label("pasteList"))
    .fill("WIFI:T:WPA;S:Guests;P:Hunter2Hunter2;;\notpauth://totp/ada?secret=JBSWY3DPEHPK3PXP");
  await page.getByRole("button", { name: CREATE }).click();
  const saving = page.waitForEvent("download");
  await page.getByText(DOWNLOAD_ZIP).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe("qr-codes.zip");
  expect(Object.keys(unzipSync(readFileSync(await download.path()))).sort()).toEqual(["qr-1.png", "qr-2.png"]);
  await page.getByLabel(label("pasteList")).fill("data,size\nWIFI:T:WPA;S:Guests;P:Hunter2Hunter2;;,1\nx,");
  await page.getByRole("button", { name: CREATE }).click();
  await page.getByText(label("createdAndSkipped", { created: 1, skipped: 1 })).waitFor();
  await page.getByLabel(label("pasteList")).fill("SSID,Password\nGuests,Hunter2Hunter2\nStaff,Hunter2");
  await page.getByText(label("rowsSkipped", { count: 1 })).waitFor();
  await page.getByRole("button", { name: CREATE }).click();
  await page.getByText(label("createdAndSkipped", { created: 1, skipped: 1 })).waitFor();
  expect(await page.locator(".bulk").innerText()).not.toContain("Hunter2");
  await page.context().close();
});
