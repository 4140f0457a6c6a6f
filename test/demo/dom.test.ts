import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { copyText, isAccepted } from "../../demo/dom.ts";
import { label } from "../labels.ts";

const region = { textContent: "" };
beforeEach(() => {
  region.textContent = "";
  vi.stubGlobal("document", { getElementById: () => region });
  vi.stubGlobal("requestAnimationFrame", () => 0);
});
afterEach(() => void vi.unstubAllGlobals());

test.each([
  ["allows it", { clipboard: { writeText: async () => undefined } }, label("linkCopied")],
  ["denies it", { clipboard: { writeText: () => Promise.reject(new Error("denied")) } }, "Could not copy"],
  ["has no clipboard, as on pages over HTTP", {}, "Could not copy"],
])("copying announces its result if the browser %s", async (_, navigator, announced) => {
  vi.stubGlobal("navigator", navigator);
  await copyText("https://example.com", label("linkCopied"));
  expect(region.textContent).toContain(announced);
});

test.each([
  ["guests.csv", "", true],
  ["GUESTS.CSV", "application/vnd.ms-excel", true],
  ["guests", "text/csv", true],
  ["guests.csv.png", "image/png", false],
  ["csv", "", false],
])("a dropped file is accepted like a chosen one: %s of type “%s”", (name, type, expected) => {
  expect(isAccepted({ name, type }, ".csv,.txt,text/csv")).toBe(expected);
});
