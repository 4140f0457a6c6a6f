import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { goTo, hears, openView, type Playground, startPlayground } from "./playground-page.ts";

let playground: Playground;
let page: Page;

beforeAll(async () => {
  playground = await startPlayground();
  ({ page } = await playground.open());
  page.setDefaultTimeout(10_000);
}, 120_000);
afterAll(() => playground?.close());

const go = (fragment: string) => goTo(page, playground.url + fragment);

const form = () => page.locator("[aria-labelledby=content-heading]");
const input = (name: string) => form().getByLabel(name, { exact: true });
const caption = (words: string) => page.locator(".caption").getByText(words).waitFor();
const choose = (kind: string) => page.locator(".kinds .chip").getByText(kind, { exact: true }).click();
const broken = { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no picture") };

/** The sentences at the fields of the form that are to be seen. */
const faults = () => form().locator(".fault").filter({ hasText: /./, visible: true }).allTextContents();

describe("a form that is not filled in yet", () => {
  const EMPTY = "Fill in the form, and here is the code";
  const NAME = "First name must be given, or else last name";

  test.each(["Contact", "Contact (MECARD)", "WiFi network", "E-mail"])("%s: nothing is wrong yet", async (kind) => {
    await go("");
    await choose(kind);
    await caption(EMPTY);
    expect(await faults()).toEqual([]);
    await form().getByRole("textbox").first().focus();
    await page.keyboard.press("Tab");
    expect(await faults()).toEqual([]);
  });

  test("a contact with a number alone is told what it wants", async () => {
    await go("#kind=vcard");
    await input("Phone").fill("+43 1 234");
    expect(await faults()).toEqual([]);
    await page.keyboard.press("Tab");
    await caption(EMPTY);
    expect(await faults()).toEqual([`${NAME} or organization`]);
    expect(await input("First name").getAttribute("aria-invalid")).toBe("true");
    await input("Last name").fill("Lovelace");
    expect(await faults()).toEqual([]);
    await caption("Phones save the contact");
  });

  test("a network is told that it wants a password by who passes it, and when it is opened without", async () => {
    const SENTENCE = "Password must be 8 to 63 ASCII characters, or 64 hex digits, for WPA";
    await go("#kind=wifi");
    await input("Network").fill("Guests");
    await input("Password").focus();
    expect(await faults()).toEqual([]);
    await page.keyboard.press("Tab");
    expect(await faults()).toEqual([SENTENCE]);
    await caption(EMPTY);
    await go("#kind=wifi&.ssid=Guests");
    expect(await faults()).toEqual([SENTENCE]);
    await caption(EMPTY);
    await input("Password").fill("coffee and cake");
    expect(await faults()).toEqual([]);
    await caption("Phones join the network");
  });

  test("a mistake that nobody would see is brought into sight", async () => {
    await go("#kind=vcard&.firstName=Ada&.birthday=tomorrow");
    await caption("The form has a mistake: mend it, and here is the code");
    expect(await faults()).toEqual(["Birthday must be a day, such as 1815-12-10 or, without the year, --12-10"]);
  });
});

describe("what waits for the form says so", () => {
  test.each([
    ["Sheet of codes", "Print sheet"],
    ["Short link", "Make a short link"],
    ["Social card", "Download card"],
  ])("%s", async (view, button) => {
    await go("#kind=wifi");
    await openView(page, view);
    await page.locator("#view").getByText("Fill in the form first").waitFor();
    expect(await page.getByRole("button", { name: button }).isDisabled()).toBe(true);
    expect(
      await page
        .locator("#view")
        .getByText(/12 codes|leads to a page/)
        .count(),
    ).toBe(0);
    expect(await page.locator(".preview").filter({ visible: true }).count()).toBe(0);
  });
});

describe("what is taken away with a wrong value", () => {
  const print = () => page.getByRole("button", { name: "Print sheet" });
  const advice = () => page.locator("#view [role=status]");

  test("is neither printed nor pasted elsewhere, until it is mended", async () => {
    await go("");
    await openView(page, "Sheet of codes");
    await advice().getByText("12 codes on 1 page.").waitFor();
    await page.getByRole("spinbutton", { name: "Size in pixels" }).fill("5000");
    await advice().getByText("A value is not right: see below the code").waitFor();
    expect(await print().isDisabled()).toBe(true);
    expect(await page.locator(".preview").isVisible()).toBe(false);
    expect(await page.locator(".snippet").textContent()).toBe("A value is not right: see below the code");
    const copy = page.locator(".use").getByRole("button", { name: "Copy" });
    expect(await copy.isDisabled()).toBe(true);
    await page.getByRole("spinbutton", { name: "Size in pixels" }).fill("500");
    await advice().getByText("12 codes on 1 page.").waitFor();
    await page.locator(".preview").waitFor();
    expect(await page.locator(".snippet").textContent()).toContain("size=500");
    expect([await print().isEnabled(), await copy.isEnabled()]).toEqual([true, true]);
  });

  test("a logo that cannot be drawn is said to be one, and not printed", async () => {
    await go("");
    await openView(page, "Sheet of codes");
    await page.locator(".preview svg").first().waitFor();
    await hears(page, "There is no such code: logo", () => page.getByLabel("Choose a logo").setInputFiles(broken));
    await advice().getByText("There is no such code: see below the code").waitFor();
    expect(await print().isDisabled()).toBe(true);
    expect(await page.locator(".preview").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Leave the logo out" }).click();
    await advice().getByText("12 codes on 1 page.").waitFor();
    expect(await print().isEnabled()).toBe(true);
  });

  test("a text that is too long is not printed either", async () => {
    await go("#kind=text");
    await openView(page, "Sheet of codes");
    await input("Text").fill("x".repeat(3000));
    await advice().getByText("There is no such code: see below the code").waitFor();
    expect(await print().isDisabled()).toBe(true);
    expect(await page.locator(".issues").textContent()).toMatch(/^Must change: The text is too long/);
  });
});

test("a sheet of codes too fine for phones says so, and how wide they have to be", async () => {
  await go("#kind=text");
  await input("Text").fill("x".repeat(2300));
  await openView(page, "Sheet of codes");
  const advice = page.locator("#view [role=status]");
  await page.getByLabel("Width in millimetres").fill("10");
  await advice
    .getByText("At 10 mm its modules are too fine for phones: make it 56 mm wide, or the text shorter")
    .waitFor();
  await page.getByLabel("Width in millimetres").fill("60");
  await advice.getByText("At 60 mm phones read them from about 10 cm away.").waitFor();
});

test("what is said is said anew only when it is something else", async () => {
  await go("");
  await openView(page, "Sheet of codes");
  await page.locator(".preview svg").first().waitFor();
  const count = (role: string) =>
    page.evaluate(`{
      globalThis.turns = 0;
      const region = document.querySelector("#view [role=${role}]");
      new MutationObserver((records) => { turns += records.length; }).observe(region, { childList: true });
    }`);
  await count("status");
  await input("Address").focus();
  await page.keyboard.press("End");
  await page.keyboard.type("/abc");
  expect(await input("Address").inputValue()).toBe("https://example.com/abc");
  expect(await page.evaluate("turns")).toBe(0);
  await openView(page, "Social card");
  await choose("WiFi network");
  await page.locator("#view").getByText("Fill in the form first").waitFor();
  await count("alert");
  for (const letter of "Gu") {
    await input("Network").pressSequentially(letter);
    // Cards are drawn after a rest.
    await page.waitForTimeout(400);
  }
  expect(await page.evaluate("turns")).toBe(0);
});

describe("the logo", () => {
  const address = () => page.getByLabel("Logo address");

  test("an address that is none is marked, by its own name, and can be left out", async () => {
    await go("");
    await address().fill("example");
    const sentence = "“Logo address” must be an http or https address";
    await expect.poll(() => page.locator(".issues").textContent()).toContain(`Must change: ${sentence}`);
    expect(await address().getAttribute("aria-invalid")).toBe("true");
    const said = page.locator(`[id="${await address().getAttribute("aria-describedby")}"]`);
    expect(await said.textContent()).toContain(sentence);
    await page.getByRole("button", { name: "Leave the logo out" }).click();
    expect([await address().inputValue(), await address().getAttribute("aria-invalid")]).toEqual(["", null]);
    expect(await said.textContent()).toBe("");
  });

  test("what was said of a file that is no logo goes with the next change", async () => {
    await go("");
    const fault = page.getByText("notes.pdf is no picture");
    await page.getByLabel("Choose a logo").setInputFiles({ ...broken, name: "notes.pdf", mimeType: "application/pdf" });
    await fault.waitFor();
    await page.getByRole("button", { name: "Reset" }).click();
    expect(await fault.count()).toBe(0);
  });

  test("a logo is said to be on the code once it is", async () => {
    await go("");
    const leaf = new URL("../../docs/logos/leaf.svg", import.meta.url).pathname;
    await hears(page, "The logo is on the code", () => page.getByLabel("Choose a logo").setInputFiles(leaf));
  });
});

describe("many codes", () => {
  const GUESTS = "Nr;Gast;url;Zimmer\n1;Maier;https://example.com/t/1;12\n2;Huber;https://example.com/t/2;14\n";
  const texts = () => page.getByLabel("Texts");
  const make = () => page.getByRole("button", { name: "Make the codes" }).click();

  beforeEach(async () => {
    await go("");
    await openView(page, "Many codes");
  });

  test("a table without a column of texts is no list of lines, unless somebody says so", async () => {
    const buffer = Buffer.from(GUESTS);
    await page.getByLabel("Open a CSV file").setInputFiles({ name: "guests.csv", mimeType: "text/csv", buffer });
    await page
      .getByText(
        "This is a table, and none of its columns is called data: name the one with the texts so. Its columns: Nr, Gast, url, Zimmer",
      )
      .waitFor();
    await make();
    await page.getByText("0 made, 1 failed").waitFor();
    expect(await page.getByText("Download zip").count()).toBe(0);
    await page.getByRole("button", { name: "Take each line as a text" }).click();
    await page.getByText("3 codes", { exact: true }).waitFor();
    expect(await page.getByText("0 made, 1 failed").count()).toBe(0);
    await make();
    await page.getByText("3 made, 0 failed").waitFor();
    await texts().fill("a,b\nc,d");
    await page.getByText("Its columns: a, b").waitFor();
    await texts().fill("a, WIFI:T:WPA;S:Guests;P:hunter2hunter2;;\nc,d");
    await page.getByText("name the one with the texts so. Its columns: not shown: it holds a secret").waitFor();
    await texts().fill(GUESTS.replace("url", "data"));
    await page.getByText("2 codes", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Take each line as a text" }).isVisible()).toBe(false);
  });

  test("a zip goes with the text that it was made of", async () => {
    await texts().fill("one\ntwo");
    await make();
    await page.getByText("Download zip").waitFor();
    await texts().fill("three");
    expect(await page.getByText("Download zip").count()).toBe(0);
    await make();
    await page.getByText("1 made, 0 failed").waitFor();
    const buffer = Buffer.from("four");
    await page.getByLabel("Open a CSV file").setInputFiles({ name: "x.txt", mimeType: "text/plain", buffer });
    await expect.poll(() => texts().inputValue()).toBe("four");
    expect(await page.getByText("Download zip").count()).toBe(0);
  });

  test("a run ends with the text that it is made of", async () => {
    const buffer = Buffer.from(`data,size\n${"x,2048\n".repeat(5000)}`);
    await page.getByLabel("Open a CSV file").setInputFiles({ name: "far.csv", mimeType: "text/csv", buffer });
    await page.getByText("5,000 codes", { exact: true }).waitFor();
    await make();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.getByRole("button", { name: "Take it out" }).click();
    await page.getByText("Stopped: nothing was kept").waitFor();
    await texts().fill("one");
    await make();
    await page.getByText("1 made, 0 failed").waitFor();
  });
});
