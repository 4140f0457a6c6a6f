import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openView, usePlayground } from "./playground-page.ts";

const leaf = readFileSync(new URL("../../docs/logos/leaf.svg", import.meta.url), "utf8");

const playground = usePlayground();
let page: Page;
let said: string[];

beforeEach(async () => {
  ({ page, said } = await playground.open("#kind=url&.url=https://example.com/a"));
});
afterEach(() => page.context().close());

/** Hands files and words to what `selector` finds, as a person would. */
function hand(event: "drop" | "paste", selector: string, files: readonly string[], text?: string): Promise<unknown> {
  return page.evaluate(
    `{
      const carried = new DataTransfer();
      for (const [name, type, body] of ${JSON.stringify(files.map((file) => file.split("|")))})
        carried.items.add(new File([body], name, { type }));
      ${text === undefined ? "" : `carried.setData("text/plain", ${JSON.stringify(text)});`}
      const settings = { bubbles: true, cancelable: true };
      document.querySelector(${JSON.stringify(selector)}).dispatchEvent(${
        event === "drop"
          ? "new DragEvent('drop', { dataTransfer: carried, ...settings })"
          : "new ClipboardEvent('paste', { clipboardData: carried, ...settings })"
      });
    }`,
  );
}

const picture = `leaf.svg|image/svg+xml|${leaf}`;
const removeLogo = () => page.getByRole("button", { name: "Remove logo" });

test("cells that bring a picture of themselves set no logo, and a picture alone does", async () => {
  await hand("paste", "body", [picture], "a\tb");
  await hand("paste", ".kinds ~ * input, input[type=text], textarea", [picture]);
  await page.waitForTimeout(300);
  expect(await removeLogo().isVisible()).toBe(false);
  await hand("paste", "body", [picture]);
  await removeLogo().waitFor();
});

test("a table that is dropped is read, and what is neither is told of", async () => {
  await openView(page, "Bulk codes");
  await page.getByLabel("List or table").waitFor();
  await hand("drop", "body", ["codes.csv|text/csv|data,name\nx,a\ny,b"]);
  await page.getByText("2 codes", { exact: true }).waitFor();
  await hand("drop", "body", ["a.pdf|application/pdf|%PDF"]);
  await page.getByText("a.pdf is not an image. Choose a PNG, JPEG, WebP or SVG").waitFor();
  expect(await removeLogo().isVisible()).toBe(false);
});

test("mistakes of a table are told by line, and what changes nothing too", async () => {
  await openView(page, "Bulk codes");
  await page.getByLabel("List or table").fill("Data,name,colour\nhello,a,\nhello, world,x,y\nz,b,");
  await page.getByRole("button", { name: "Create codes" }).click();
  await page.getByText("2 created, 1 failed").waitFor();
  await page.getByText('"colour" is an unknown option and is ignored: use color').waitFor();
  await page
    .getByText("The line has 4 cells, but the header has 3. Put cells that contain separators in quotes")
    .waitFor();
  await page.getByLabel("List or table").fill("text,name\nhello,a");
  await page.getByRole("button", { name: "Create codes" }).click();
  await page.getByText("No column is called “data”. Rename the column with the content").waitFor();
});

test("while a logo is on its way, the code before is not offered as today's", async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    void page.route("https://logos.example/leaf.svg", async (route) => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      const headers = { "Access-Control-Allow-Origin": "*", "Content-Type": "image/svg+xml" };
      await route.fulfill({ body: leaf, headers });
    });
  });
  await page.getByLabel("Logo URL").fill("https://logos.example/leaf.svg");
  await asked;
  await page.locator(".paper.stale[aria-busy=true]").waitFor();
  expect(await page.getByRole("button", { name: "Download PNG" }).isDisabled()).toBe(true);
  answer();
  await page.locator(".paper:not(.stale) image").waitFor();
  expect(await page.getByRole("button", { name: "Download PNG" }).isDisabled()).toBe(false);
});

/** Types letter by letter into the field of this label, with a pause after each, by the page's own clock: between letters that
 *  are sent one by one a busy machine makes pauses of its own. */
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

test("a logo that cannot be had is asked for once, however much is typed", async () => {
  const asked: string[] = [];
  await page.route("https://logos.example/**", (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.route("**/api/qr", (route) => {
    asked.push("service");
    return route.fulfill({ status: 502, json: { error: { code: "LOGO_UNREACHABLE", message: "logo is away" } } });
  });
  await type("Logo URL", "https://logos.example/leaf.svg", 20);
  await expect.poll(() => asked).toEqual(["https://logos.example/leaf.svg", "service"]);
  await type("Address", "https://example.com/a/some/more/letters", 60);
  await page.waitForTimeout(1000);
  expect(asked).toEqual(["https://logos.example/leaf.svg", "service"]);
});

test("a logo without a text is nothing broken", async () => {
  await page.getByRole("textbox", { name: "Address", exact: true }).fill("");
  await hand("drop", "body", [picture]);
  await removeLogo().waitFor();
  await page.waitForTimeout(600);
  expect(await page.getByText("are not drawn here").count()).toBe(0);
});

test("a link that nobody else can open says so", async () => {
  await openView(page, "Short link");
  await page.getByText("the link works in this browser only").waitFor();
});

test("the card of before cannot be saved for the new one", async () => {
  const png = readFileSync(new URL("../../demo/public/icon-192.png", import.meta.url));
  const answers: (() => void)[] = [];
  await page.route("**/api/og**", async (route) => {
    await new Promise<void>((answer) => answers.push(answer));
    await route.fulfill({ body: png, contentType: "image/png" });
  });
  await openView(page, "Social card");
  const save = page.getByRole("button", { name: "Download card" });
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

test("a file of one quote is told of by its line, and nothing breaks", async () => {
  await openView(page, "Bulk codes");
  const buffer = Buffer.from(`data\n"${"a\n".repeat(2_500_000)}`);
  await page.getByLabel("Open CSV file").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Create codes" }).click();
  await page.getByText("A cell starts with a quote but has no closing quote").waitFor();
  expect(said).toEqual([]);
});
