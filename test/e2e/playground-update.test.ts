import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openView, usePlayground, waitUntilWhole } from "./playground-page.ts";
import { folder } from "./playground-site.ts";

const playground = usePlayground();

test("a tab of the version before still opens its views once another tab has loaded the new version", async () => {
  const { page: tab } = await playground.open("", { serviceWorkers: "allow" });
  await waitUntilWhole(tab);
  const other = await tab.context().newPage();
  await other.goto(playground.url);
  await waitUntilWhole(other);
  // The next version has other names for its files, and the server has only those.
  const files = readdirSync(`${folder}/assets`).map((name) => `assets/${name}`);
  const worker = readFileSync(`${folder}/playground-worker.js`, "utf8");
  const build = /`playground-`.*?`([0-9a-f]{8})`/.exec(worker)?.[1] ?? "";
  const card = files.find((path) => path.startsWith("assets/card-")) ?? "";
  expect([build, card]).not.toContain("");
  const next = worker.replaceAll(build, "00000000").replaceAll(card, "icon.svg?card");
  playground.files.set("playground-worker.js", next);
  playground.files.set(card, undefined);
  await other.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())");
  await other.getByRole("button", { name: "Update now" }).click();
  await expect.poll(() => tab.evaluate("caches.keys().then((all) => all.join())")).toContain("playground-00000000");
  await waitUntilWhole(other);
  await openView(tab, "Social card");
  await tab.getByAltText("Card preview").waitFor({ timeout: 30_000 });
});
