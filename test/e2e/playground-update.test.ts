import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { label } from "../labels.ts";
import { openView, usePlayground, waitUntilOfflineReady } from "./playground-page.ts";
import { folder } from "./playground-site.ts";

const playground = usePlayground();

test("a tab with the previous version can still open its tools after another tab has updated", async () => {
  const { page: tab } = await playground.open("", { serviceWorkers: "allow" });
  await waitUntilOfflineReady(tab);
  const other = await tab.context().newPage();
  await other.goto(playground.url);
  await waitUntilOfflineReady(other);
  // The files of the next version have different names, and those of the previous version are gone.
  const files = readdirSync(`${folder}/assets`).map((name) => `assets/${name}`);
  const worker = readFileSync(`${folder}/playground-worker.js`, "utf8");
  const build = /`playground-`.*?`([0-9a-f]{8})`/.exec(worker)?.[1] ?? "";
  const card = files.find((path) => path.startsWith("assets/card-")) ?? "";
  expect([build, card]).not.toContain("");
  const next = worker.replaceAll(build, "00000000").replaceAll(card, "icon.svg?card");
  playground.files.set("playground-worker.js", next);
  playground.files.set(card, undefined);
  await other.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())");
  await other.getByRole("button", { name: label("updateNow") }).click();
  await expect.poll(() => tab.evaluate("caches.keys().then((all) => all.join())")).toContain("playground-00000000");
  await waitUntilOfflineReady(other);
  await openView(tab, label("socialCard"));
  await tab.getByAltText(label("cardPreview")).waitFor({ timeout: 30_000 });
});
