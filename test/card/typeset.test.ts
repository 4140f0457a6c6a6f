import { beforeAll, describe, expect, test } from "vitest";
import { BASE_FAMILY, hanStyleOf } from "../../src/card/families.ts";
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
    await shaper.shape(title, han, { weight: 700 }),
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

  test("a word does not break if it fits alone, even in a smaller size", async () => {
    expect(await set("Schifffahrtselektrizitäten")).toMatchObject({ lines: ["Schifffahrtselektrizitäten"], size: 40 });
    expect((await set("Geschwindigkeitsbegrenzung auf der A8")).lines).toEqual([
      "Geschwindigkeitsbegrenzung",
      "auf der A8",
    ]);
  });

  test("prefers a smaller size to breaking another word, even in a truncated title", async () => {
    const long = "Donaudampfschifffahrtsgesellschaftskapitän";
    expect((await set(`Schifffahrtselektrizitäten und ${long}`)).lines).toEqual([
      ...["Schifffahrtselektrizitäten", "und", "Donaudampfschifffahrtsge", "sellschaftskapitän"],
    ]);
    const { lines, size } = await set(`Geschwindigkeitsbegrenzung ${long} ${"Schifffahrtselektrizitäten ".repeat(12)}`);
    expect(size).toBeLessThan(40);
    expect([lines[0], lines.at(-1)?.at(-1)]).toEqual(["Geschwindigkeitsbegrenzung", "…"]);
    // No line has fewer than three letters of a word.
    for (const line of lines) expect(line).not.toMatch(/^\p{L}{1,2}$/u);
  });

  test("a word that fits in no size breaks once rather than twice", async () => {
    const { lines, size } = await set("Donaudampfschifffahrtsgesellschaftskapitän");
    expect([lines.join(""), lines.length]).toEqual(["Donaudampfschifffahrtsgesellschaftskapitän", 2]);
    expect(size).toBeGreaterThanOrEqual(40);
  });

  test("a word breaks at soft hyphens, which are invisible elsewhere", async () => {
    const soft = "Donau\u00addampf\u00adschifffahrts\u00adgesellschafts\u00adkapitän";
    expect((await set(soft)).lines).toEqual([
      "Donau\u00addampf\u00adschifffahrts\u00ad‐",
      "gesellschafts\u00adkapitän",
    ]);
  });

  test("hosts have no hyphens that are not part of them", async () => {
    const host = "verylongsubdomain.of.some.long.domain.example";
    expect((await set(host)).lines.join("")).toBe(host);
  });

  test("text that is too long for the card ends with an ellipsis, and has no hyphens", async () => {
    const { lines } = await set("W".repeat(200));
    expect(lines.at(-1)).toMatch(/W…$/);
    expect(lines.slice(0, -1).every((line) => /^W+$/.test(line))).toBe(true);
  });
});

test.each([
  ["one long word", "x".repeat(300)],
  ["a word with breaks between syllables", "Donaudampfschifffahrtsgesellschaftskapitän ".repeat(9)],
  ["long words in Cyrillic", "рассмотрительствующий".repeat(12)],
  ["long words in Greek", "εγκεφαλογραφήματα".repeat(12)],
  ["soft hyphens", "Schiff\u00adfahrts\u00adelektrizi\u00adtäten".repeat(9)],
  ["non-breaking hyphens", "E\u2011Mail und Wi\u2010Fi"],
  ["many words", "a title that says everything ".repeat(20)],
])("hyphens and ellipses need only the font that every device has: %s", async (_, title) => {
  const harfbuzz = await loadHarfBuzz();
  const families = new Set<string>();
  const fonts = createFonts(harfbuzz, {
    ...assets,
    async fontParts(family) {
      families.add(family);
      return assets.fontParts(family);
    },
  });
  const typesetter = createTypesetter(createShaper(harfbuzz, fonts, async () => undefined));
  const shaped = await createShaper(harfbuzz, fonts, async () => undefined).shape(title, "sc", { weight: 700 });
  const { shaped: drawn } = await typesetter.setTitle(shaped, "sc", room);
  const host = await typesetter.setHost(`${"a".repeat(60)}.example`, 300);
  expect([...families]).toEqual([BASE_FAMILY]);
  const marks = [...drawn.runs, ...host.shaped.runs].flatMap((run) => run.marks);
  expect(marks.filter(({ draw }) => "glyph" in draw && draw.glyph === 0)).toEqual([]);
});
