import { beforeAll, describe, expect, test } from "vitest";
import { hanStyleOf } from "../../src/card/families.ts";
import { createFonts, loadHarfBuzz } from "../../src/card/fonts.ts";
import { layoutFor } from "../../src/card/layout.ts";
import { createShaper, type Shaper } from "../../src/card/shape.ts";
import { createTypesetter } from "../../src/card/typeset.ts";
import { assets } from "./tools.ts";

const room = layoutFor(25, "ltr", true).title;
let shaper: Shaper;

beforeAll(async () => {
  const harfbuzz = await loadHarfBuzz();
  shaper = createShaper(harfbuzz, createFonts(harfbuzz, assets), async () => undefined);
});

async function set(title: string) {
  const han = hanStyleOf(title);
  const { shaped, lines, size, leading } = await createTypesetter(shaper).setTitle(
    await shaper.shape(title, han, 700),
    han,
    room,
  );
  for (const line of lines) expect(line.width * size).toBeLessThanOrEqual(room.width);
  expect(lines.length * leading).toBeLessThanOrEqual(room.height);
  return { size, height: lines.length * leading, lines: lines.map(({ start, end }) => shaped.text.slice(start, end)) };
}

describe("titles are as large as possible", () => {
  test.each([
    "Открытая мастерская каждую пятницу",
    "Открытая мастерская каждую пятницу в шесть",
    "Ανοιχτό εργαστήρι κάθε Παρασκευή στις έξι",
    "毎週金曜日の夕方六時からは、どなたでも参加できる公開ワークショップを開きます",
    "Donaudampfschifffahrtsgesellschaftskapitän an Bord",
    "Annual general meeting of the neighbourhood association, Tuesday at half past seven",
  ])("%s fills most of the space", async (title) => {
    const { height } = await set(title);
    expect(height).toBeGreaterThan(0.65 * room.height);
  });

  test("adding a word never makes a title larger", async () => {
    const words =
      "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split(" ");
    const sizes = await Promise.all(words.map(async (_, i) => (await set(words.slice(0, i + 1).join(" "))).size));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBeGreaterThan(4);
  });
});

describe("words that are too long for a line", () => {
  test("long words end with an ellipsis if a line holds only a letter or two", async () => {
    for (const count of [5, 40, 200]) expect((await set("﷽".repeat(count))).lines.at(-1)).toMatch(/^﷽+…?$/);
    expect((await set("﷽".repeat(200))).lines.at(-1)).toMatch(/…$/);
  });

  test("long words are hyphenated once rather than twice", async () => {
    expect((await set("Geschwindigkeitsbegrenzung")).lines).toEqual(["Geschwindigkeits‐", "begrenzung"]);
  });

  test("text that is too long for the card ends with an ellipsis, without a hyphen before it", async () => {
    const { lines } = await set("W".repeat(200));
    expect(lines.at(-1)).toMatch(/W…$/);
    expect(lines.slice(0, -1).every((line) => line.endsWith("W‐"))).toBe(true);
  });
});
