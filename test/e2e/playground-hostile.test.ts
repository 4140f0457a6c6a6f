import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterEach, beforeEach, expect, test } from "vitest";
import { label } from "../labels.ts";
import { openView, usePlayground } from "./playground-page.ts";

const leaf = readFileSync(new URL("../../docs/logos/leaf.svg", import.meta.url), "utf8");

const playground = usePlayground();
let page: Page;
let logs: string[];

beforeEach(async () => {
  ({ page, logs } = await playground.open("#kind=url&.url=https://example.com/a"));
});
afterEach(() => page.context().close());

/** Sends a drop or paste event with files and text to the first element that matches `selector`. */
function transfer(
  event: "drop" | "paste",
  selector: string,
  files: readonly string[],
  text?: string,
): Promise<unknown> {
  return page.evaluate(
    `{
      const data = new DataTransfer();
      for (const [name, type, body] of ${JSON.stringify(files.map((file) => file.split("|")))})
        data.items.add(new File([body], name, { type }));
      ${text === undefined ? "" : `data.setData("text/plain", ${JSON.stringify(text)});`}
      const settings = { bubbles: true, cancelable: true };
      document.querySelector(${JSON.stringify(selector)}).dispatchEvent(${
        event === "drop"
          ? "new DragEvent('drop', { dataTransfer: data, ...settings })"
          : "new ClipboardEvent('paste', { clipboardData: data, ...settings })"
      });
    }`,
  );
}

const picture = `leaf.svg|image/svg+xml|${leaf}`;
const removeLogo = () => page.getByRole("button", { name: label("removeLogo") });

test("pasting an image sets the logo, unless it comes with text", async () => {
  await transfer("paste", "body", [picture], "a\tb");
  await transfer("paste", "[id^=url-url]", [picture], "a\tb");
  await page.waitForTimeout(300);
  expect(await removeLogo().isVisible()).toBe(false);
  await transfer("paste", "body", [picture]);
  await removeLogo().waitFor();
});

test("dropping a CSV opens it, and dropping another file reports an error", async () => {
  await openView(page, label("bulkCodes"));
  await page.getByLabel(label("pasteList")).waitFor();
  await transfer("drop", "body", ["codes.csv|text/csv|data,name\nx,a\ny,b"]);
  await page.getByRole("button", { name: label("createCount", { count: 2 }) }).waitFor();
  await transfer("drop", "body", ["a.pdf|application/pdf|%PDF"]);
  await page.getByText(label("notAnImage", { name: "a.pdf" })).waitFor();
  expect(await removeLogo().isVisible()).toBe(false);
});

test("disables downloads while a logo is loading", async () => {
  let answer = () => {};
  const requested = new Promise<void>((resolve) => {
    void page.route("https://logos.example/leaf.svg", async (route) => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      const headers = { "Access-Control-Allow-Origin": "*", "Content-Type": "image/svg+xml" };
      await route.fulfill({ body: leaf, headers });
    });
  });
  await page.getByLabel(label("option.logo")).fill("https://logos.example/leaf.svg");
  await requested;
  await page.locator(".paper.stale[aria-busy=true]").waitFor();
  expect(await page.getByRole("button", { name: label("download", { format: "PNG" }) }).isDisabled()).toBe(true);
  answer();
  await page.locator(".paper:not(.stale) image").waitFor();
  expect(await page.getByRole("button", { name: label("download", { format: "PNG" }) }).isDisabled()).toBe(false);
});

/** Types into the field with this label, and pauses for `pause` milliseconds after each character. The loop runs in the
 *  page, because the test would pause longer on a busy machine. */
function type(label: string, text: string, pause: number): Promise<unknown> {
  return page.evaluate(`(async () => {
    const labels = [...document.querySelectorAll("label")];
    const { control } = labels.find(({ textContent }) => textContent === ${JSON.stringify(label)});
    for (let end = 1; end <= ${text.length}; end++) {
      control.value = ${JSON.stringify(text)}.slice(0, end);
      control.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, ${pause}));
    }
  })()`);
}

test("requests an unreachable logo once, however much is typed", async () => {
  const requests: string[] = [];
  await page.route("https://logos.example/**", (route) => {
    requests.push(route.request().url());
    return route.abort();
  });
  await page.route("**/api/qr", (route) => {
    requests.push("service");
    return route.fulfill({
      status: 502,
      json: { error: { code: "LOGO_UNREACHABLE", message: "logo is unreachable" } },
    });
  });
  await type("Logo URL", "https://logos.example/leaf.svg", 20);
  await expect.poll(() => requests).toEqual(["https://logos.example/leaf.svg", "service"]);
  await type("URL", "https://example.com/a/some/more/letters", 60);
  await page.waitForTimeout(1000);
  expect(requests).toEqual(["https://logos.example/leaf.svg", "service"]);
});

test("a logo causes no error if there is no content to encode", async () => {
  await page.getByRole("textbox", { name: label("url.url"), exact: true }).fill("");
  await transfer("drop", "body", [picture]);
  await removeLogo().waitFor();
  await page.waitForTimeout(600);
  expect(await page.getByText("are not drawn here").count()).toBe(0);
});

test("says that a link works in this browser only", async () => {
  await openView(page, label("sharePage"));
  await page.getByText("the link works in this browser only").waitFor();
});

test("disables downloading a card while the next one is drawn", async () => {
  const png = readFileSync(new URL("../../demo/public/icon-192.png", import.meta.url));
  const answers: (() => void)[] = [];
  await page.route("**/api/og**", async (route) => {
    await new Promise<void>((answer) => answers.push(answer));
    await route.fulfill({ body: png, contentType: "image/png" });
  });
  await openView(page, label("socialCard"));
  const save = page.getByRole("button", { name: label("downloadCard") });
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  await expect.poll(() => save.isDisabled()).toBe(false);
  await page.evaluate(`{
    const title = [...document.querySelectorAll("label")].find(({ textContent }) => textContent === "Title").control;
    title.value = "Another";
    title.dispatchEvent(new Event("input", { bubbles: true }));
  }`);
  expect(await save.isDisabled()).toBe(true);
  await expect.poll(() => answers.length).toBe(2);
  expect(await save.isDisabled()).toBe(true);
  answers[1]?.();
  await expect.poll(() => save.isDisabled()).toBe(false);
});

test("reports the line of an unclosed quote", async () => {
  await openView(page, label("bulkCodes"));
  const buffer = Buffer.from(`data,file\n"${"a\n".repeat(2_500_000)}`);
  await page.getByLabel(label("chooseListFile")).setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer });
  await page
    .getByText(
      label("skippedProblem", {
        problem: "A quoted cell has no closing quote: add it, so that the rows below can be read",
      }),
    )
    .waitFor();
  expect(await page.getByRole("button", { name: label("createCodes") }).isDisabled()).toBe(true);
  expect(logs).toEqual([]);
});
