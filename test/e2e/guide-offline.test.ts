import { expect, test } from "vitest";
import { usePlayground, waitUntilOfflineReady } from "./playground-page.ts";

const playground = usePlayground();

test("visited pages work offline below any path, and other pages do not", async () => {
  const { page } = await playground.open("", { serviceWorkers: "allow" });
  await waitUntilOfflineReady(page);
  await page.getByRole("banner").getByRole("link", { name: "Guide" }).click();
  await page.getByRole("heading", { level: 1, name: "Guide" }).waitFor();
  // Poll from the test, because the guide's policy blocks the code that waitForFunction evaluates in the page.
  const controlled = () => page.evaluate("navigator.serviceWorker.controller !== null");
  await expect.poll(controlled, { timeout: 30_000 }).toBe(true);
  await page.goto(`${playground.url}guide/start.html`);
  await page.goto(`${playground.url}guide/`);
  // The cache is written while the page is still receiving the response.
  const kept = () =>
    page.evaluate(
      "caches.keys().then(async (names) => (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat().filter((url) => /guide\\/(?:start\\.html|guide\\.css|)$/.test(url)).length)",
    );
  await expect.poll(kept).toBe(3);
  await playground.goOffline();
  await page.goto(`${playground.url}guide/start.html#work-offline`);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Quick start");
  expect(await page.evaluate("getComputedStyle(document.querySelector('.example')).display")).toBe("grid");
  await page.getByRole("link", { name: "guide" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Guide" }).waitFor();
  await expect(page.goto(`${playground.url}guide/social-cards.html`)).rejects.toThrow();
});
