import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { logoLost } from "../../src/messages/logo-rules.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { label } from "../labels.ts";
import { ruleText } from "../rule-text.ts";
import { expectCode, usePlayground } from "./playground-page.ts";

const TEXT = "https://example.com/rooftop";
const leaf = readFileSync(new URL("../../docs/logos/leaf.svg", import.meta.url), "utf8");

const playground = usePlayground();
let page: Page;

beforeEach(async () => {
  ({ page } = await playground.open(`#kind=url&.url=${TEXT}&logoSize=0.2`));
});
afterEach(() => page.context().close());

/** Dispatches an event that carries the logo as a file. `event` is the expression that creates the event, in which
 *  `data` is the DataTransfer. */
function transfer(event: string, type = "image/svg+xml"): Promise<unknown> {
  return page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(leaf)}], "leaf.svg", { type: ${JSON.stringify(type)} }));
    document.body.dispatchEvent(${event});
  }`);
}

/** The URL of a logo on another site, whose responses the test provides. */
const REMOTE = "https://logos.example/leaf.svg";

function serveRemote(headers: Readonly<Record<string, string>>): Promise<unknown> {
  return page.route(REMOTE, (route) =>
    route.fulfill({ body: leaf, headers: { "Content-Type": "image/svg+xml", ...headers } }),
  );
}

const DROP = 'new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })';
const PASTE = 'new ClipboardEvent("paste", { clipboardData: data, bubbles: true })';

/** Expects the QR code on the page and the downloaded PNG to show the logo and to scan. */
async function expectLogo(): Promise<void> {
  await page.locator(".paper image").waitFor();
  await expectCode(page, TEXT);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: label("download", { format: "PNG" }) }).click(),
  ]);
  const saved = readPng(readFileSync(await download.path()));
  for (const decoder of decoders) expect(await decoder.read(saved), decoder.name).toBe(TEXT);
  const middle = ((saved.height / 2) * saved.width + saved.width / 2) * 4;
  expect([...saved.data.slice(middle, middle + 3)]).not.toEqual([0, 0, 0]);
}

test.each([
  ["dropped", DROP],
  ["pasted", PASTE],
])("adds a logo that is %s", async (_, event) => {
  await transfer(event);
  await expectLogo();
  await page.getByRole("button", { name: label("removeLogo") }).click();
  await expect.poll(() => page.locator(".paper image").count()).toBe(0);
  await page.getByRole("button", { name: label("undo") }).click();
  await page.locator(".paper image").waitFor();
});

describe("a reload", () => {
  const LOST = ruleText(logoLost, "The logo");
  const open = () => page.context().newPage();
  const upload = async (into: Page, name = "leaf.svg") => {
    await into.getByLabel(label("option.logoData")).setInputFiles({
      name,
      mimeType: "image/svg+xml",
      buffer: Buffer.from(leaf.replace("<svg", `<svg id="${name}"`)),
    });
    await into.locator(".named-image").getByText(name).waitFor();
    await expect.poll(() => into.url()).toContain("upload=");
  };
  /** The names of the logos that the browser keeps. */
  const kept = () =>
    page.evaluate(`new Promise((resolve) => {
      indexedDB.open("isoqr-logo").onsuccess = ({ target: { result: database } }) => {
        const all = database.transaction("logo").objectStore("logo").getAll();
        all.onsuccess = () => resolve(all.result.map(({ name }) => name));
      };
    })`);

  test("keeps an uploaded logo until it is removed, and restoring it adds no step to undo", async () => {
    await upload(page);
    await page.reload();
    await expectLogo();
    await page.locator(".named-image").getByText("leaf.svg", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: label("undo") }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: label("removeLogo") }).click();
    await expect.poll(() => page.url()).not.toContain("upload=");
    await expect.poll(kept).toEqual([]);
    await page.getByRole("button", { name: label("undo") }).click();
    await expect.poll(kept).toEqual(["leaf.svg"]);
    await expect.poll(() => page.url()).toContain("upload=");
    await page.reload();
    await expectLogo();
  });

  test.each([
    ["shown", 'document.dispatchEvent(new Event("visibilitychange"))'],
    ["focused", 'dispatchEvent(new Event("focus"))'],
  ])("keeps the logo of the tab that was %s last, and never shows it in others", async (_, event) => {
    await upload(page, "first.svg");
    const other = await open();
    await other.goto(page.url().replace(/&upload=[\d-]+/, ""));
    await other.locator("footer").waitFor();
    await upload(other, "second.svg");
    await expect.poll(kept).toEqual(["second.svg"]);
    await page.evaluate(event);
    await expect.poll(kept).toEqual(["first.svg"]);
    await page.reload();
    await page.locator(".named-image").getByText("first.svg").waitFor();
    await other.reload();
    await other.locator(".issues").getByText(LOST).waitFor();
    expect(await other.locator(".paper svg").count()).toBe(0);
    expect(await kept()).toEqual(["first.svg"]);
  });

  test("says that the logo must be chosen again if the browser stores nothing, and lets the user choose it", async () => {
    await page.addInitScript("IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }");
    await page.reload();
    await upload(page);
    await page.reload();
    const issue = page.locator(".issues li", { hasText: LOST });
    await issue.waitFor();
    // Without its logo, it would be another code.
    expect(await page.locator(".paper svg").count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Download PNG/ }).isDisabled()).toBe(true);
    // Changes of other options do not hide the message, and neither does another reload.
    await page.getByRole("button", { name: label("preset.ocean"), exact: true }).click();
    await expect.poll(() => page.url()).toContain("upload=");
    await page.reload();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      issue.getByRole("button", { name: label("option.logoData") }).click(),
    ]);
    await chooser.setFiles({ name: "leaf.svg", mimeType: "image/svg+xml", buffer: Buffer.from(leaf) });
    await page.locator(".paper image").waitFor();
    expect(await issue.count()).toBe(0);
  });

  test.each(["{ id }", '{ id, data: "data:image/png;base64,AA", name: Object.create(null) }'])(
    "ignores a stored logo that someone has edited: %s",
    async (entry) => {
      await upload(page);
      await page.evaluate(`new Promise((resolve) => {
      indexedDB.open("isoqr-logo").onsuccess = ({ target: { result: database } }) => {
        const id = new URLSearchParams(location.hash.slice(1)).get("upload");
        const edit = database.transaction("logo", "readwrite");
        edit.objectStore("logo").put(${entry}, id);
        edit.oncomplete = resolve;
      };
    })`);
      await page.reload();
      await page.locator(".issues").getByText(LOST).waitFor({ timeout: 5000 });
    },
  );

  test("with a logo that is gone: Remove logo removes the message", async () => {
    const other = await open();
    await other.goto(`${playground.url}#kind=url&.url=${TEXT}&upload=12-34`);
    await other.locator(".issues").getByText(LOST).waitFor();
    await other
      .locator(".issues")
      .getByRole("button", { name: label("removeLogo") })
      .click();
    await expectCode(other, TEXT);
    expect(await other.locator(".issues li").count()).toBe(0);
    await expect.poll(() => other.url()).not.toContain("upload=");
  });
});

test("draws a logo from another site that allows CORS", async () => {
  await serveRemote({ "Access-Control-Allow-Origin": "*" });
  await page.getByLabel(label("option.logo")).fill(REMOTE);
  await expectLogo();
  await expect.poll(() => decodeURIComponent(page.url())).toContain(`logo=${REMOTE}`);
});

test("offers to choose a file, or to remove the logo, if another site does not allow CORS", async () => {
  await serveRemote({ "Access-Control-Allow-Origin": "https://friends.example" });
  const url = page.getByLabel(label("option.logo"));
  const issues = page.locator(".issues");
  await url.fill(REMOTE);
  await issues.getByRole("button", { name: label("removeLogo") }).click();
  await expectCode(page, TEXT);
  expect(await url.inputValue()).toBe("");
  await url.fill(REMOTE);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    issues.getByRole("button", { name: label("chooseFileInstead") }).click(),
  ]);
  // A user who chooses no file is at the place where it can be chosen.
  expect(await page.evaluate("document.activeElement.type")).toBe("file");
  await chooser.setFiles({ name: "leaf.svg", mimeType: "image/svg+xml", buffer: Buffer.from(leaf) });
  await expectLogo();
  expect([await url.inputValue(), await issues.locator("li").count()]).toEqual(["", 0]);
});

test("rejects files that are not images, and files that are too large", async () => {
  await transfer(DROP, "text/csv");
  await page.getByLabel(label("option.margin"), { exact: true }).fill("2");
  expect(await page.locator(".paper image").count()).toBe(0);
  const choose = page.getByLabel(label("option.logoData"));
  await choose.setInputFiles({ name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(2 * 1024 * 1024 + 1) });
  await page.getByText(label("imageUnreadable", { name: "huge.png" })).waitFor();
  await choose.setInputFiles({
    name: "huge.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.alloc(2 * 1024 * 1024 + 1),
  });
  await page.getByText(label("logoTooLarge")).waitFor();
});

test("marks the modules that the logo covers, in another colour if it covers too many", async () => {
  await page
    .getByLabel(label("option.ec"), { exact: true })
    .evaluate((element) => element.closest("details")?.setAttribute("open", ""));
  await transfer(DROP);
  await page.locator(".paper image").waitFor();
  await page.getByText(label("details"), { exact: true }).click();
  await page.getByLabel(label("showCovered")).check();
  await page.locator(".cover:not(.unsafe)").waitFor();
  await page.getByLabel(label("option.logoSize"), { exact: true }).fill("0.4");
  await page.getByLabel(label("option.ec"), { exact: true }).selectOption("L");
  await page.locator(".cover.unsafe").waitFor();
  const issues = page.locator(".issues");
  for (let clicks = 0; clicks < 4 && (await page.locator(".cover.unsafe").count()) > 0; clicks++) {
    const before = await issues.textContent();
    await issues.getByRole("button").first().click();
    await expect.poll(() => issues.textContent()).not.toBe(before);
  }
  expect(await page.locator(".cover.unsafe").count()).toBe(0);
  await page.getByLabel(label("showCovered")).uncheck();
  await expectCode(page, TEXT);
});

test("shows the automatic level, and allows M with a logo", async () => {
  const facts = (words: string) => page.locator(".facts").getByText(words).waitFor();
  const level = page.getByLabel(label("option.ec"), { exact: true });
  await level.evaluate((element) => element.closest("details")?.setAttribute("open", ""));
  expect(await level.locator("option").first().textContent()).toBe(label("automaticLevel", { level: "M" }));
  await page.getByText(label("details"), { exact: true }).click();
  await transfer(DROP);
  await facts("error correction H");
  expect(await level.locator("option").first().textContent()).toBe("Automatic (H with logo)");
  await level.selectOption("M");
  await facts("error correction M");
  expect(await level.inputValue()).toBe("M");
  await page.getByRole("tab", { name: "Element" }).click();
  expect(await page.locator(".snippet").textContent()).toContain('ec="M"');
  await expect.poll(() => page.url()).toContain("ec=M");
});

test("warns of a logo that uses too much error correction, and each fix resolves it", async () => {
  const issue = page.locator(".issues li.warning");
  const ways = async () => {
    await page.getByLabel(label("option.logoSize"), { exact: true }).fill("0.35");
    await issue.getByText(/the logo uses \d+% of the error correction/).waitFor();
    return issue.getByRole("button");
  };
  await transfer(DROP);
  const labels = await (await ways()).allTextContents();
  expect(labels).not.toEqual([]);
  for (const way of labels) {
    await ways();
    await issue.getByRole("button", { name: way }).click();
    await expect.poll(() => issue.count(), { message: way }).toBe(0);
    await page.getByRole("button", { name: label("undo") }).click();
  }
});

test("shows an invalid colour at its field, and disables downloads", async () => {
  const code = page.getByRole("textbox", { name: label("option.color"), exact: true });
  await code.fill("#ff");
  expect(await code.inputValue()).toBe("ff");
  await page.keyboard.press("Tab");
  expect(await code.getAttribute("aria-invalid")).toBe("true");
  await page.getByText(label("contrastUnknown")).waitFor();
  expect(await page.getByRole("button", { name: label("download", { format: "PNG" }) }).isDisabled()).toBe(true);
  await code.fill("#1A2B3C");
  expect(await code.inputValue()).toBe("1A2B3C");
  expect(await code.getAttribute("aria-invalid")).toBe(null);
  expect(await page.getByRole("button", { name: label("download", { format: "PNG" }) }).isEnabled()).toBe(true);
});
