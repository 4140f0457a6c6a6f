import { expect, test } from "vitest";
import { createEmoji } from "../../src/card/emoji.ts";
import { createRecent } from "../../src/card/recent.ts";
import { assets } from "./tools.ts";

test("what was not used for longest goes first", () => {
  const recent = createRecent<string>(2);
  let made = 0;
  const get = (key: string) => recent.get(key, () => `${key}${++made}`);
  expect([get("a"), get("b"), get("a"), get("c"), get("a"), get("b")]).toEqual(["a1", "b2", "a1", "c3", "a1", "b4"]);
  recent.forget("a");
  expect(get("a")).toBe("a5");
});

test("an emoji is read once, and again after a failure", async () => {
  const asked: string[] = [];
  const emoji = createEmoji({
    ...assets,
    async emoji(name) {
      asked.push(name);
      if (asked.length === 1) throw new Error("disk");
      return name === "1f600" ? "<svg/>" : undefined;
    },
  });
  await expect(emoji("1f600")).rejects.toThrow("disk");
  expect([await emoji("1f600"), await emoji("1f600"), await emoji("none"), await emoji("none")]).toEqual([
    "<svg/>",
    "<svg/>",
    undefined,
    undefined,
  ]);
  expect(asked).toEqual(["1f600", "1f600", "none"]);
});
