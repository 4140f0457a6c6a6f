import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { colorDigits, httpUrl, integerRange } from "../../src/messages/option-rules.ts";
import { emailAddress } from "../../src/messages/payload-rules.ts";
import { label } from "../labels.ts";
import { ruleText } from "../rule-text.ts";
import { expectCode, goTo, shots, usePlayground } from "./playground-page.ts";

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

/** Resolves to the visible error messages of the form. */
const errors = () => form().locator(".fault").filter({ hasText: /./, visible: true }).allTextContents();

describe("a URL", () => {
  const fix = () => form().getByRole("button", { name: /^Use / });

  test.each([
    ["that is too long for a code", `https://example.com/${"a".repeat(3000)}`, label("cannotCreate")],
    ["that is too long for its field", `example.com/${"a".repeat(4400)}`, "Fix the highlighted field"],
  ])("%s: offers no fix", async (_, url, message) => {
    await go("");
    await input(label("url.url")).fill(url);
    await caption(message);
    await page.keyboard.press("Tab");
    expect(await input(label("url.url")).getAttribute("aria-invalid")).toBe("true");
    expect(await fix().count()).toBe(0);
  });

  test("without a scheme: encodes https://, and says so", async () => {
    await go("");
    await input(label("url.url")).fill("example.com/menu");
    await form()
      .getByText(label("noteScheme", { scheme: "https://", url: "https://example.com/menu" }))
      .waitFor();
    await expectCode(page, "https://example.com/menu");
    expect(await errors()).toEqual([]);
  });

  test("within other text: offers the URL and a text code, after the user leaves the field", async () => {
    await go("");
    await input(label("url.url")).fill("See example.com");
    await caption("Fix the highlighted field");
    expect([await errors(), await fix().count()]).toEqual([[], 0]);
    await page.keyboard.press("Tab");
    expect(await errors()).toEqual([label("enter.web")]);
    await form()
      .getByRole("button", { name: label("makeTextCode") })
      .click();
    await expectCode(page, "See example.com");
    await page.getByRole("button", { name: label("undo"), exact: true }).click();
    await fix().click();
    await expectCode(page, "https://example.com");
    expect(await input(label("url.url")).inputValue()).toBe("https://example.com");
  });
});

describe("pasting", () => {
  /** Pastes `text` into the focused field. Inserts it if the page does not handle the event, as browsers do. */
  const paste = (text: string) =>
    page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", ${JSON.stringify(text)});
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      const isHandled = !document.activeElement.dispatchEvent(event);
      if (!isHandled) document.execCommand("insertText", false, ${JSON.stringify(text)});
    }`);
  const undo = () => form().getByRole("button", { name: label("undoPaste") });

  test("a network into the field with the example: fills in its form, and can be undone", async () => {
    await go("");
    await input(label("url.url")).click();
    // The page selects the example after a click, which first sets the caret to the end.
    await expect.poll(() => page.evaluate("String(getSelection())")).toBe("https://example.com");
    await paste("WIFI:T:WPA;S:Guests;P:coffee and cake;;");
    await form()
      .getByText(label("recognized", { kind: label("kind.wifi") }))
      .waitFor();
    expect(await input("Network").inputValue()).toBe("Guests");
    expect(await page.evaluate("document.activeElement.labels[0].textContent")).toBe("Network");
    await expectCode(page, "WIFI:T:WPA;S:Guests;P:coffee and cake;;");
    await undo().click();
    await expectCode(page, "https://example.com");
    expect(await undo().count()).toBe(0);
  });

  test("a contact with line breaks into a field with one line: fills in the form", async () => {
    await go("#kind=phone");
    await input("Number").focus();
    await paste("BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n");
    await form()
      .getByText(label("recognized", { kind: label("kind.vcard") }))
      .waitFor();
    expect(await input("Last name").inputValue()).toBe("Lovelace");
  });

  test("a payload in the middle of other text: inserts the text", async () => {
    await go("#kind=url&.url=https://example.com/x");
    await input(label("url.url")).focus();
    await page.keyboard.press("End");
    await paste("geo:1,2");
    expect(await input(label("url.url")).inputValue()).toBe("https://example.com/xgeo:1,2");
  });

  test("a keyboard that inserts the clipboard without a paste event: fills in the form", async () => {
    await go("#kind=wifi");
    await input("Network").focus();
    await page.keyboard.insertText("MECARD:N:Lovelace,Ada;TEL:+442079460958;;");
    await form()
      .getByText(label("recognized", { kind: label("kind.vcard") }))
      .waitFor();
    expect(await input("First name").inputValue()).toBe("Ada");
  });

  test("coordinates: fills in both fields after the user leaves one", async () => {
    await go("#kind=geo");
    await input("Latitude").pressSequentially("48,8584, 2,2945");
    expect(await input("Longitude").inputValue()).toBe("");
    await page.keyboard.press("Tab");
    await form()
      .getByText(label("readAsCoordinates", { latitude: "48.8584", longitude: "2.2945" }))
      .waitFor();
    expect([await input("Latitude").inputValue(), await input("Longitude").inputValue()]).toEqual([
      "48.8584",
      "2.2945",
    ]);
    await expectCode(page, "geo:48.8584,2.2945");
  });
});

describe("an event", () => {
  test("has pickers for its times, and for its days if it lasts all day", async () => {
    await go("#kind=event&.title=Tea");
    await input("Start").fill("2026-12-24T18:00");
    await input("End").fill("2026-12-24T20:00");
    await caption(label("effect.event"));
    await expect.poll(() => page.url()).toContain(".start=2026-12-24T18%3A00");
    await input(label("allDay")).check();
    expect([await input("Start").getAttribute("type"), await input("Start").inputValue()]).toEqual([
      "date",
      "2026-12-24",
    ]);
    await expect.poll(() => page.url()).toMatch(/\.end=2026-12-24(?!T)/);
    await input(label("allDay")).uncheck();
    expect([await input("Start").inputValue(), await input("End").inputValue()]).toEqual([
      "2026-12-24T18:00",
      "2026-12-24T20:00",
    ]);
  });

  test.each([
    ["2026-12-24 18:00", "datetime-local", "2026-12-24T18:00", "Adds the event"],
    ["2026-12-24", "date", "2026-12-24", "Adds the event"],
    ["2026-12-24T17:00Z", "text", "2026-12-24T17:00Z", "Adds the event"],
    ["24.12.2026", "text", "24.12.2026", "Adds the event"],
    ["tomorrow", "text", "tomorrow", "Fix the highlighted field"],
  ])("shows the start %s of an address in a field of the type %s", async (start, type, value, words) => {
    await go(`#kind=event&.title=Tea&.start=${start}`);
    expect([await input("Start").getAttribute("type"), await input("Start").inputValue()]).toEqual([type, value]);
    await caption(words);
  });
});

test("shows no error while the user types, and updates one that is shown", async () => {
  const email = () => form().getByRole("textbox", { name: "Email" });
  await go("#kind=vcard&.firstName=Ada");
  await email().pressSequentially("ada");
  expect(await errors()).toEqual([]);
  await page.keyboard.press("Tab");
  expect(await errors()).toEqual([ruleText(emailAddress, "Email")]);
  await email().press("End");
  await email().pressSequentially("@");
  expect(await errors()).toHaveLength(1);
  await email().pressSequentially("x.example");
  expect(await errors()).toEqual([]);
});

describe("an option", () => {
  const faults = () => page.locator(".fault, .issues p").filter({ hasText: /./, visible: true }).allTextContents();
  const option = (name: string) => page.getByLabel(name, { exact: true });
  const isDownloadable = () => page.getByRole("button", { name: label("download", { format: "PNG" }) }).isEnabled();

  test.each([
    [label("option.logo"), "exa", ruleText(httpUrl, "“Logo URL”")],
    [label("option.size"), "3", ruleText(integerRange, "“Size (px)”", { min: 32, max: 2048 })],
    [label("option.color"), "ff0f", ruleText(colorDigits, "“Code colour”")],
  ])("%s: shows one error, after the user leaves the field", async (name, typed, message) => {
    await go("");
    await option(name).fill("");
    await option(name).pressSequentially(typed);
    await page.waitForTimeout(100);
    expect([await faults(), await isDownloadable()]).toEqual([[], true]);
    await caption(label("effect.url"));
    await page.keyboard.press("Tab");
    expect(await faults()).toEqual([message]);
    expect(await option(name).getAttribute("aria-invalid")).toBe("true");
    await caption(`Check the setting “${name}”`);
    await expect.poll(isDownloadable).toBe(false);
    // The error stays until the value is valid.
    await option(name).focus();
    await option(name).press("Backspace");
    expect(await faults()).toHaveLength(typed.length > 1 ? 1 : 0);
  });

  test.each([
    ["size=9", ruleText(integerRange, "“Size (px)”", { min: 32, max: 2048 })],
    ["version=99", ruleText(integerRange, "“Minimum version”", { min: 1, max: 40 })],
    ["logoMime=x&logoData=x", "“Logo type” must be"],
  ])("in a link, %s: shows one error", async (query, message) => {
    await go(`#kind=url&.url=https://example.com&${query}`);
    await caption(`Check the setting ${message.match(/“.*?”/)}`);
    await expect.poll(faults).toEqual([expect.stringContaining(message)]);
  });

  test("a typing error can be undone in one step", async () => {
    await go("");
    await option(label("option.size")).fill("300");
    await page.waitForTimeout(1100);
    await option(label("option.size")).fill("9");
    await page.keyboard.press("Tab");
    expect(await faults()).toHaveLength(1);
    await page.getByRole("button", { name: label("undo") }).click();
    expect([await option(label("option.size")).inputValue(), await faults()]).toEqual(["300", []]);
  });

  test.each([" #ff0 ", "ff0", "FFFF00", " ffff00"])("a colour may be written as %j", async (typed) => {
    await go("#kind=url&.url=https://example.com&bg=000000");
    await option(label("option.color")).fill(typed);
    await page.keyboard.press("Tab");
    expect(await option(label("option.color")).inputValue()).toBe("ffff00");
    await expect.poll(() => page.url()).toContain("color=ffff00");
  });

  test("a logo's URL needs no scheme", async () => {
    await page.context().route("https://logos.example/**", (route) => route.abort());
    await go("");
    await option(label("option.logo")).fill(" logos.example/leaf.svg");
    await page.keyboard.press("Enter");
    expect(await option(label("option.logo")).inputValue()).toBe("https://logos.example/leaf.svg");
  });

  test("the frame is the one that a caption implies, unless None is chosen", async () => {
    await go("");
    await page.getByText(label("frameAndCaption")).click();
    const frame = () => page.locator("input[name=frame]:checked").inputValue();
    expect(await frame()).toBe("none");
    await option("Caption").fill("Scan me");
    expect(await frame()).toBe("banner-bottom");
    await page.getByRole("radio", { name: "None", exact: true }).click({ force: true });
    expect(await frame()).toBe("none");
    await expect.poll(() => page.url()).toContain("frame=none");
  });

  test("the design in a link is marked, and replaced by another", async () => {
    const marked = () => page.locator(".preset[aria-pressed=true]").allTextContents();
    await go("#kind=url&.url=https://example.com&preset=ocean");
    expect(await marked()).toEqual(["Ocean"]);
    await page.getByRole("button", { name: "Plain", exact: true }).click();
    expect(await marked()).toEqual(["Plain"]);
    await expect.poll(() => page.url()).not.toContain("preset");
  });

  test("marks no design if the one in the link is unknown, and replaces it when another is chosen", async () => {
    const plain = page.getByRole("button", { name: "Plain", exact: true });
    await go("#kind=url&.url=https://example.com&preset=lagoon");
    expect(await plain.getAttribute("aria-pressed")).toBe("false");
    await plain.click();
    expect(await plain.getAttribute("aria-pressed")).toBe("true");
    await expect.poll(() => page.url()).not.toContain("lagoon");
  });
});

test("Enter moves to the next field", async () => {
  await go("#kind=wifi");
  await input("Network").press("Enter");
  expect(await page.evaluate("document.activeElement.labels[0].textContent")).toBe("Password");
});

test.each(["content", "stage"])("shows the code and says what to do if a file cannot be loaded: %s", async (name) => {
  const broken = await playground.browser.newPage({ serviceWorkers: "block" });
  let isBlocked = false;
  await broken.route(`**/assets/${name}-*.js`, (route) => {
    isBlocked = true;
    return route.abort();
  });
  await broken.goto(playground.url);
  await broken.getByText(label("formNotLoaded")).waitFor();
  expect(isBlocked).toBe(true);
  // Without the stage, there is nothing for the tools to work with.
  const tools = broken.getByRole("heading", { name: label("tools"), exact: true });
  await tools.waitFor({ state: name === "content" ? "visible" : "detached" });
  await expectCode(broken, "https://example.com");
  if (shots) await broken.screenshot({ path: `${shots}/without-${name}.png` });
  await broken.close();
});
