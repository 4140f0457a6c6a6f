import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { httpUrl } from "../../src/messages/option-rules.ts";
import { birthday, requiredUnlessEither } from "../../src/messages/payload-rules.ts";
import { label } from "../labels.ts";
import { ruleText } from "../rule-text.ts";
import { chooseKind, expectAnnouncement, goTo, openView, usePlayground } from "./playground-page.ts";

const CODE_FAILED = label("codeFailed");
const OPTION_INVALID = label("settingInvalid");

const playground = usePlayground();
let page: Page;

beforeAll(async () => {
  ({ page } = await playground.open());
  page.setDefaultTimeout(10_000);
}, 120_000);

const go = (fragment: string) => goTo(page, playground.url + fragment);

const form = () => page.locator("[aria-labelledby=content-heading]");
const input = (name: string) => form().locator(".fields").getByLabel(name, { exact: true });
const caption = (words: string) => page.locator(".caption").getByText(words).waitFor();
const choose = (kind: string) => chooseKind(page, kind);
const broken = { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no picture") };

/** Resolves to the visible error messages of the form. */
const errors = () => form().locator(".fault").filter({ hasText: /./, visible: true }).allTextContents();

describe("an empty form", () => {
  const EMPTY = label("fillInToSee");
  const NAME = ruleText(requiredUnlessEither, "First name", { option: "last name", other: "organization" });

  test.each(["vcard", "mecard", "wifi", "mail"])("%s: shows no errors", async (kind) => {
    await go("");
    await choose(kind);
    await caption(EMPTY);
    expect(await errors()).toEqual([]);
    await form().getByRole("textbox").first().focus();
    await page.keyboard.press("Tab");
    expect(await errors()).toEqual([]);
  });

  test("a contact with only a phone number: asks for a name", async () => {
    await go("#kind=vcard");
    await input("Phone").fill("+43 1 234");
    expect(await errors()).toEqual([]);
    await page.keyboard.press("Tab");
    await caption(EMPTY);
    expect(await errors()).toEqual([NAME]);
    expect(await input("First name").getAttribute("aria-invalid")).toBe("true");
    await input("Last name").fill("Lovelace");
    expect(await errors()).toEqual([]);
    await caption("Saves the contact");
  });

  test("a network without a password: asks for one after the field was visited, or when opened from a link", async () => {
    const MESSAGE = label("enterPasswordOr", { choice: "“None (open network)”" });
    await go("#kind=wifi");
    await input("Network").fill("Guests");
    await input("Password").focus();
    expect(await errors()).toEqual([]);
    await page.keyboard.press("Tab");
    expect(await errors()).toEqual([MESSAGE]);
    await caption(EMPTY);
    await go("#kind=wifi&.ssid=Guests");
    expect(await errors()).toEqual([MESSAGE]);
    await caption(EMPTY);
    await input("Password").fill("coffee and cake");
    expect(await errors()).toEqual([]);
    await caption(label("effect.wifi"));
  });

  test("an invalid value in a closed section: opens the section", async () => {
    await go("#kind=vcard&.firstName=Ada&.birthday=tomorrow");
    await caption(label("fixFieldToSee"));
    expect(await errors()).toEqual([ruleText(birthday, "Birthday")]);
  });
});

describe("asks to complete the form first", () => {
  test.each([
    [label("printSheet"), "Print"],
    [label("sharePage"), label("createSharePage")],
    [label("socialCard"), label("downloadCard")],
  ])("%s", async (view, button) => {
    await go("#kind=wifi");
    await openView(page, view);
    await page.locator("#view").getByText(label("fillInFirst")).waitFor();
    expect(await page.getByRole("button", { name: button, exact: true }).isDisabled()).toBe(true);
    expect(
      await page
        .locator("#view")
        .getByText(/12 codes|Creates a page/)
        .count(),
    ).toBe(0);
    expect(await page.locator(".preview").filter({ visible: true }).count()).toBe(0);
    expect(await page.locator(".snippet").textContent()).toBe(label("fillInFirst"));
    await go("#kind=url&.url=no address");
    await openView(page, view);
    await page.locator("#view").getByText(label("fixFieldFirst")).waitFor();
    expect(await page.locator(".snippet").textContent()).toBe(label("fixFieldFirst"));
  });
});

describe("with an invalid option", () => {
  const print = () => page.getByRole("button", { name: label("print"), exact: true });
  const status = () => page.locator("#view [role=status]");

  test("disables printing and copying until the option is fixed", async () => {
    await go("");
    await openView(page, label("printSheet"));
    await status()
      .getByText(
        label("codesOnSheet", { codes: label("codeCount", { count: 12 }), sheet: label("pageCount", { count: 1 }) }),
      )
      .waitFor();
    await page.getByRole("spinbutton", { name: label("option.size") }).fill("5000");
    await page.keyboard.press("Tab");
    await status().getByText(OPTION_INVALID).waitFor();
    expect(await print().isDisabled()).toBe(true);
    expect(await page.locator(".preview").isVisible()).toBe(false);
    expect(await page.locator(".snippet").textContent()).toBe(OPTION_INVALID);
    const copy = page.locator(".use").getByRole("button", { name: label("copy") });
    expect(await copy.isDisabled()).toBe(true);
    await page.getByRole("spinbutton", { name: label("option.size") }).fill("500");
    await status()
      .getByText(
        label("codesOnSheet", { codes: label("codeCount", { count: 12 }), sheet: label("pageCount", { count: 1 }) }),
      )
      .waitFor();
    await page.locator(".preview").waitFor();
    expect(await page.locator(".snippet").textContent()).toContain("size=500");
    expect([await print().isEnabled(), await copy.isEnabled()]).toEqual([true, true]);
  });

  test("reports a broken logo, and disables printing", async () => {
    await go("");
    await openView(page, label("printSheet"));
    await page.locator(".preview svg").first().waitFor();
    await expectAnnouncement(page, "The logo cannot be read as an image", () =>
      page.getByLabel(label("option.logoData")).setInputFiles(broken),
    );
    await status().getByText(CODE_FAILED).waitFor();
    expect(await print().isDisabled()).toBe(true);
    expect(await page.locator(".preview").isVisible()).toBe(false);
    await page
      .locator(".issues")
      .getByRole("button", { name: label("removeLogo") })
      .click();
    await status()
      .getByText(
        label("codesOnSheet", { codes: label("codeCount", { count: 12 }), sheet: label("pageCount", { count: 1 }) }),
      )
      .waitFor();
    expect(await print().isEnabled()).toBe(true);
  });

  test("shows one reason why a truncated PNG cannot be the logo", async () => {
    await go("");
    const png = readFileSync(new URL("../../demo/public/icon-512.png", import.meta.url));
    const message = label("logoDamaged", { kind: "PNG" });
    await expectAnnouncement(page, message, () =>
      page.getByLabel(label("option.logoData")).setInputFiles({ ...broken, buffer: png.subarray(0, png.length >> 1) }),
    );
    // The service worker checks QR codes after a pause.
    await page.waitForTimeout(1000);
    expect(await page.locator(".issues p").allTextContents()).toEqual([`Problem: ${message}`]);
  });

  test("disables printing if the text is too long", async () => {
    await go("#kind=text");
    await openView(page, label("printSheet"));
    await input("Text").fill("x".repeat(3000));
    await status().getByText(CODE_FAILED).waitFor();
    expect(await print().isDisabled()).toBe(true);
    expect(await page.locator(".issues").textContent()).toMatch(/^Problem: The content is too long/);
    await expectNoSnippet();
    await input("Text").fill("x");
    await expect.poll(() => page.locator(".snippet").textContent()).toContain("data=x");
  });

  test("explains why there is no card", async () => {
    await go("");
    await openView(page, label("socialCard"));
    await input(label("url.url")).fill(`https://example.com/${"a".repeat(3000)}`);
    await page
      .getByText(label("cardFailed", { reason: "The content is too long for “Error correction” L: it has 3020 bytes" }))
      .waitFor();
    expect(await page.getByRole("button", { name: label("downloadCard") }).isDisabled()).toBe(true);
  });

  test("shows the error of an unreachable logo at its field, and disables copying", async () => {
    const address = page.getByLabel(label("option.logo"));
    await go("");
    await address.fill(`${playground.url}none.png`);
    await caption(label("cannotCreate"));
    await expectNoSnippet();
    const message = page.locator(`[id="${await address.getAttribute("aria-describedby")}"]`);
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator(".issues").textContent()).toContain(await message.textContent());
    expect(await message.textContent()).toMatch(/^The logo could not be fetched: /);
    expect(await page.locator(".facts").allTextContents()).toEqual(["", ""]);
    // The error belongs to the logo, and remains when the content changes.
    await input(label("url.url")).fill("https://example.com/other");
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    await address.fill("");
    expect([await address.getAttribute("aria-invalid"), await message.textContent()]).toEqual([null, ""]);
    await expect.poll(() => page.locator(".snippet").textContent()).toContain("other");
  });

  async function expectNoSnippet(): Promise<void> {
    expect(await page.locator(".snippet").textContent()).toBe(CODE_FAILED);
    expect(
      await page
        .locator(".use")
        .getByRole("button", { name: label("copy") })
        .isDisabled(),
    ).toBe(true);
  }
});

test("says how wide a code must be if it is too small to scan", async () => {
  await go("#kind=text");
  await input("Text").fill("x".repeat(2300));
  await openView(page, label("printSheet"));
  const status = page.locator("#view [role=status]");
  await page.getByLabel(label("printWidth")).fill("10");
  await status
    .getByText("At 10 mm, the code is too small to scan. Make it at least 56 mm wide, or shorten the content")
    .waitFor();
  await page.getByLabel(label("printWidth")).fill("60");
  // This page has no decoder, so it does not know from which distance phones can scan the code.
  await status.getByText(/^12 codes on 1 page[^.]*$/).waitFor();
});

test("suggests to print a share page as a poster for a WiFi network", async () => {
  await go("#kind=wifi&.ssid=Guests");
  await input("Password").fill("coffee+tea");
  await openView(page, label("printSheet"));
  const hint = page.getByText(label("posterHint"));
  await hint.waitFor();
  await choose("text");
  await hint.waitFor({ state: "hidden" });
  // An open network has no password.
  await go("#kind=wifi&.ssid=Guests&.security=nopass");
  await openView(page, label("printSheet"));
  await page.locator(".preview svg").first().waitFor();
  expect(await hint.isVisible()).toBe(false);
});

test("updates live regions only when their text changes", async () => {
  await go("");
  await openView(page, label("printSheet"));
  await page.locator(".preview svg").first().waitFor();
  const count = (role: string) =>
    page.evaluate(`{
      globalThis.updates = 0;
      const region = document.querySelector("#view [role=${role}]");
      new MutationObserver((records) => { updates += records.length; }).observe(region, { childList: true });
    }`);
  await count("status");
  await input(label("url.url")).focus();
  await page.keyboard.press("End");
  await page.keyboard.type("/abc");
  expect(await input(label("url.url")).inputValue()).toBe("https://example.com/abc");
  expect(await page.evaluate("updates")).toBe(0);
  await openView(page, label("socialCard"));
  await choose("wifi");
  await page.locator("#view").getByText(label("fillInFirst")).waitFor();
  await count("alert");
  for (const letter of "Gu") {
    await input("Network").pressSequentially(letter);
    // Cards are drawn after a pause.
    await page.waitForTimeout(400);
  }
  expect(await page.evaluate("updates")).toBe(0);
});

describe("the logo field", () => {
  const address = () => page.getByLabel(label("option.logo"));

  test("marks an invalid logo URL, and offers to remove the logo", async () => {
    await go("");
    await address().fill("example");
    await page.keyboard.press("Tab");
    await caption(label("checkSetting", { label: "“Logo URL”" }));
    expect(await address().getAttribute("aria-invalid")).toBe("true");
    const error = page.locator(`[id="${await address().getAttribute("aria-describedby")}"]`);
    expect(await error.textContent()).toBe(ruleText(httpUrl, "“Logo URL”"));
    await page.getByRole("button", { name: label("removeLogo") }).click();
    expect([await address().inputValue(), await address().getAttribute("aria-invalid")]).toEqual(["", null]);
    expect(await error.textContent()).toBe("");
  });

  test("clears the error about a file that is not an image on the next change", async () => {
    await go("");
    const error = page.getByText("notes.pdf is not an image");
    await page
      .getByLabel(label("option.logoData"))
      .setInputFiles({ ...broken, name: "notes.pdf", mimeType: "application/pdf" });
    await error.waitFor();
    await page.getByRole("button", { name: label("reset") }).click();
    expect(await error.count()).toBe(0);
  });

  test("announces a new logo once it is drawn", async () => {
    await go("");
    const leaf = new URL("../../docs/logos/leaf.svg", import.meta.url).pathname;
    await expectAnnouncement(page, label("logoAdded"), () =>
      page.getByLabel(label("option.logoData")).setInputFiles(leaf),
    );
  });
});
