import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { openView, shots, usePlayground } from "./playground-page.ts";

const playground = usePlayground();

test.each([320, 768, 1440])("fits into %i px from right to left", async (width) => {
  const { page } = await playground.open("", { viewport: { width, height: 900 } });
  await page.locator("footer").waitFor();
  await page.evaluate("document.documentElement.dir = 'rtl'");
  await openView(page, "Read a code");
  const [form, code] = await Promise.all(
    [".content", ".stage"].map((part) =>
      page.locator(part).evaluate((element) => element.getBoundingClientRect().left),
    ),
  );
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  // On wide screens, the code is at the end of the line.
  expect(Math.sign((form ?? 0) - (code ?? 0))).toBe(width < 900 ? 0 : 1);
  if (shots) mkdirSync(shots, { recursive: true });
  if (shots) await page.screenshot({ path: `${shots}/rtl-${width}.png`, fullPage: true });
  await page.context().close();
});

test("shows errors and issues in the language of the browser", async () => {
  const { page } = await playground.open("#kind=text&.text=a&size=9&bg=777777", {
    locale: "de-DE",
    heading: "Werkzeuge",
  });
  const visible = await page.locator("main").innerText();
  expect(visible).toMatch(/Größe \(px\).*\b32 bis 2048\b/);
  expect(visible).not.toMatch(/ must |required|recommended/);
  await page.context().close();
});
