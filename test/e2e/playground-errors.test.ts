import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { goTo, hears, openView, usePlayground } from "./playground-page.ts";

const CODE_FAILED = "This code can't be made. The reason is shown below the code";
const OPTION_INVALID = "A setting is invalid. The reason is shown below the code";

const playground = usePlayground();
let page: Page;

beforeAll(async () => {
  ({ page } = await playground.open());
  page.setDefaultTimeout(10_000);
}, 120_000);

const go = (fragment: string) => goTo(page, playground.url + fragment);

const form = () => page.locator("[aria-labelledby=content-heading]");
const input = (name: string) => form().getByLabel(name, { exact: true });
const caption = (words: string) => page.locator(".caption").getByText(words).waitFor();
const choose = (kind: string) => page.locator(".kinds .chip").getByText(kind, { exact: true }).click();
const broken = { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no picture") };

/** The sentences at the fields of the form that are to be seen. */
const faults = () => form().locator(".fault").filter({ hasText: /./, visible: true }).allTextContents();

describe("a form that is not filled in yet", () => {
  const EMPTY = "Fill in the form to see your code";
  const NAME = "First name is required unless last name is set";

  test.each(["Contact", "Contact (MECARD)", "WiFi network", "Email"])("%s: nothing is wrong yet", async (kind) => {
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
    await caption("Saves the contact");
  });

  test("a network is told that it wants a password by who passes it, and when it is opened without", async () => {
    const MESSAGE = "Password must be 8 to 63 ASCII characters, or 64 hex digits, for WPA";
    await go("#kind=wifi");
    await input("Network").fill("Guests");
    await input("Password").focus();
    expect(await faults()).toEqual([]);
    await page.keyboard.press("Tab");
    expect(await faults()).toEqual([MESSAGE]);
    await caption(EMPTY);
    await go("#kind=wifi&.ssid=Guests");
    expect(await faults()).toEqual([MESSAGE]);
    await caption(EMPTY);
    await input("Password").fill("coffee and cake");
    expect(await faults()).toEqual([]);
    await caption("Joins the network");
  });

  test("a mistake that nobody would see is brought into sight", async () => {
    await go("#kind=vcard&.firstName=Ada&.birthday=tomorrow");
    await caption("Fix the highlighted field to see your code");
    expect(await faults()).toEqual(["Birthday must be a date, such as 1815-12-10 or, without the year, --12-10"]);
  });
});

describe("an address", () => {
  const mend = () => form().getByRole("button", { name: /^Use / });

  test.each([
    ["that is too long for a code", `https://example.com/${"a".repeat(3000)}`, "This code can't be made"],
    ["that is too long for its field", `example.com/${"a".repeat(4400)}`, "Fix the highlighted field"],
  ])("%s is no other one", async (_, address, said) => {
    await go("");
    await input("Address").fill(address);
    await caption(said);
    expect(await input("Address").getAttribute("aria-invalid")).toBe("true");
    expect(await mend().count()).toBe(0);
  });

  test("without its beginning gets it by a button that says no more than it has room for", async () => {
    await go("");
    const address = `example.com/${"a".repeat(300)}`;
    await input("Address").fill(address);
    expect(await mend().textContent()).toBe(`Use https://${address.slice(0, 32)}…`);
    await mend().click();
    expect(await input("Address").inputValue()).toBe(`https://${address}`);
  });
});

describe("what waits for the form says so", () => {
  test.each([
    ["Print sheet", "Print sheet"],
    ["Short link", "Create short link"],
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
    expect(await page.locator(".snippet").textContent()).toBe("Fill in the form first");
    await go("#kind=url&.url=no address");
    await openView(page, view);
    await page.locator("#view").getByText("Fix the highlighted field first").waitFor();
    expect(await page.locator(".snippet").textContent()).toBe("Fix the highlighted field first");
  });
});

describe("what is taken away with a wrong value", () => {
  const print = () => page.getByRole("button", { name: "Print", exact: true });
  const advice = () => page.locator("#view [role=status]");

  test("is neither printed nor pasted elsewhere, until it is mended", async () => {
    await go("");
    await openView(page, "Print sheet");
    await advice().getByText("12 codes on 1 page.").waitFor();
    await page.getByRole("spinbutton", { name: "Size (px)" }).fill("5000");
    await advice().getByText(OPTION_INVALID).waitFor();
    expect(await print().isDisabled()).toBe(true);
    expect(await page.locator(".preview").isVisible()).toBe(false);
    expect(await page.locator(".snippet").textContent()).toBe(OPTION_INVALID);
    const copy = page.locator(".use").getByRole("button", { name: "Copy" });
    expect(await copy.isDisabled()).toBe(true);
    await page.getByRole("spinbutton", { name: "Size (px)" }).fill("500");
    await advice().getByText("12 codes on 1 page.").waitFor();
    await page.locator(".preview").waitFor();
    expect(await page.locator(".snippet").textContent()).toContain("size=500");
    expect([await print().isEnabled(), await copy.isEnabled()]).toEqual([true, true]);
  });

  test("a logo that cannot be drawn is said to be one, and not printed", async () => {
    await go("");
    await openView(page, "Print sheet");
    await page.locator(".preview svg").first().waitFor();
    await hears(page, "This code can't be made: logo", () => page.getByLabel("Choose a logo").setInputFiles(broken));
    await advice().getByText(CODE_FAILED).waitFor();
    expect(await print().isDisabled()).toBe(true);
    expect(await page.locator(".preview").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Remove logo" }).click();
    await advice().getByText("12 codes on 1 page.").waitFor();
    expect(await print().isEnabled()).toBe(true);
  });

  test("a text that is too long is not printed either", async () => {
    await go("#kind=text");
    await openView(page, "Print sheet");
    await input("Text").fill("x".repeat(3000));
    await advice().getByText(CODE_FAILED).waitFor();
    expect(await print().isDisabled()).toBe(true);
    expect(await page.locator(".issues").textContent()).toMatch(/^Problem: The content is too long/);
    await expectNotOffered();
    await input("Text").fill("x");
    await expect.poll(() => page.locator(".snippet").textContent()).toContain("data=x");
  });

  test("nor is there a card of it, and why is told by the names on the page", async () => {
    await go("");
    await openView(page, "Social card");
    await input("Address").fill(`https://example.com/${"a".repeat(3000)}`);
    await page
      .getByText("Creating the card failed: The content is too long for “Error correction” L: it takes 3020 bytes")
      .waitFor();
    expect(await page.getByRole("button", { name: "Download card" }).isDisabled()).toBe(true);
  });

  test("a logo that cannot be had is told at its field, and its address is not pasted elsewhere", async () => {
    const address = page.getByLabel("Logo URL");
    await go("");
    await address.fill(`${playground.url}none.png`);
    await caption("This code can't be made");
    await expectNotOffered();
    const message = page.locator(`[id="${await address.getAttribute("aria-describedby")}"]`);
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator(".issues").textContent()).toContain(await message.textContent());
    expect(await message.textContent()).toMatch(/^logo could not be fetched: /);
    expect(await page.locator(".facts").allTextContents()).toEqual(["", ""]);
    // It is the same logo for another text, and another one is another.
    await input("Address").fill("https://example.com/other");
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    await address.fill("");
    expect([await address.getAttribute("aria-invalid"), await message.textContent()]).toEqual([null, ""]);
    await expect.poll(() => page.locator(".snippet").textContent()).toContain("other");
  });

  async function expectNotOffered(): Promise<void> {
    expect(await page.locator(".snippet").textContent()).toBe(CODE_FAILED);
    expect(await page.locator(".use").getByRole("button", { name: "Copy" }).isDisabled()).toBe(true);
  }
});

test("a sheet of codes too fine for phones says so, and how wide they have to be", async () => {
  await go("#kind=text");
  await input("Text").fill("x".repeat(2300));
  await openView(page, "Print sheet");
  const advice = page.locator("#view [role=status]");
  await page.getByLabel("Width (mm), including margin").fill("10");
  await advice
    .getByText("At 10 mm its modules are too fine for phones: make it 56 mm wide, or the text shorter")
    .waitFor();
  await page.getByLabel("Width (mm), including margin").fill("60");
  await advice.getByText("At 60 mm phones read them from about 10 cm away.").waitFor();
});

test("what is said is said anew only when it is something else", async () => {
  await go("");
  await openView(page, "Print sheet");
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
  const address = () => page.getByLabel("Logo URL");

  test("an address that is none is marked, by its own name, and can be left out", async () => {
    await go("");
    await address().fill("example");
    const message = "“Logo address” must be an http or https URL";
    await expect.poll(() => page.locator(".issues").textContent()).toContain(`Problem: ${message}`);
    expect(await address().getAttribute("aria-invalid")).toBe("true");
    const said = page.locator(`[id="${await address().getAttribute("aria-describedby")}"]`);
    expect(await said.textContent()).toContain(message);
    await page.getByRole("button", { name: "Remove logo" }).click();
    expect([await address().inputValue(), await address().getAttribute("aria-invalid")]).toEqual(["", null]);
    expect(await said.textContent()).toBe("");
  });

  test("what was said of a file that is no logo goes with the next change", async () => {
    await go("");
    const fault = page.getByText("notes.pdf is not an image");
    await page.getByLabel("Choose a logo").setInputFiles({ ...broken, name: "notes.pdf", mimeType: "application/pdf" });
    await fault.waitFor();
    await page.getByRole("button", { name: "Reset" }).click();
    expect(await fault.count()).toBe(0);
  });

  test("a logo is said to be on the code once it is", async () => {
    await go("");
    const leaf = new URL("../../docs/logos/leaf.svg", import.meta.url).pathname;
    await hears(page, "Logo added", () => page.getByLabel("Choose a logo").setInputFiles(leaf));
  });
});
