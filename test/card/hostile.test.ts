import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Flow, layoutFor } from "../../src/card/layout.ts";
import type { Pixels } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { assets, drawCard } from "./tools.ts";

/** Checks that every title results in a card within the time limit, and that no title covers the panel with the QR
 *  code. */

const data = "https://example.com";
const color = "0f766e";
const draw = async (title: string) => readPng(await drawCard({ title, data, color }));

/** Returns the panel's pixels. The panel is on the left if the title is right to left, and in the middle if there is no
 *  title. */
function panelOf({ data, width }: Pixels, flow: Flow): Uint8Array {
  const { panel } = layoutFor(25, flow, true);
  const rows = Array.from({ length: panel.height }, (_, y) => {
    const from = ((panel.top + y) * width + panel.left) * 4;
    return Buffer.from(data.subarray(from, from + panel.width * 4));
  });
  return Buffer.concat(rows);
}

/** The tolerance for the colours of the panel's corners. Emoji in the title may leave few colours of the palette for
 *  them. */
const SHADE = 32;

/** The maximum processor time per title, in milliseconds. */
const SOON = 5_000;

/** A harmless title for each direction. */
const harmless: readonly { readonly flow: Flow; readonly title: string }[] = [
  { flow: "ltr", title: "x" },
  { flow: "rtl", title: "א" },
  { flow: "none", title: "" },
];
const usual: { readonly flow: Flow; readonly panel: Uint8Array }[] = [];
beforeAll(async () => {
  for (const { flow, title } of harmless) usual.push({ flow, panel: panelOf(await draw(title), flow) });
});

async function expectCard(title: string): Promise<void> {
  const before = process.cpuUsage();
  const pixels = await draw(title);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(SOON);
  const same = usual.map(({ flow, panel }) =>
    panelOf(pixels, flow).every((level, at) => Math.abs(level - (panel[at] ?? 0)) <= SHADE),
  );
  expect(same).toContain(true);
}

describe("a card for", () => {
  test.each([
    ["two hundred marks on one letter", `a${"\u0301".repeat(199)}`],
    [
      "marks of many kinds",
      `Z${Array.from({ length: 199 }, (_, i) => String.fromCodePoint(0x300 + (i % 112))).join("")}`,
    ],
    ["two hundred emoji", "🚀".repeat(200)],
    ["marks without a letter", "\u0301".repeat(200)],
    ["one endless word", "W".repeat(200)],
    ["the widest letters", "﷽".repeat(60)],
    ["nothing to be seen", "\u200b\u2060\ufeff"],
    ["spaces of all kinds", "\u00a0\u2003\u3000 \u2028"],
    ["every direction", "a\u202eb\u2066c\u2069א1\u202cد".repeat(10)],
    ["directions nested deeply", "\u202b\u202a".repeat(90)],
    ["emoji without a picture", "👨🏽‍👨🏽‍👨🏽‍👨🏽‍👨🏽".repeat(8)],
    ["joiners alone", "\u200d".repeat(200)],
    ["invalid flags", "🇽🇽🇦".repeat(20)],
    ["private and unassigned characters", "\ue000\u{f0000}\u0378\u{2fe0}".repeat(20)],
    ["markup", '</svg><script>alert("x")</script>&amp;]]>'],
    ["a letter of every script", Array.from({ length: 90 }, (_, i) => String.fromCodePoint(0x370 + i * 37)).join("")],
    [
      "ideographs of many files",
      Array.from({ length: 200 }, (_, i) => String.fromCodePoint(0x4e00 + i * 104)).join(""),
    ],
  ])("draws a card for %s", async (_, title) => {
    await expectCard(title);
  });

  test("draws a card for any text", async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: "binary", maxLength: 100 }), expectCard), {
      numRuns: 15,
      seed: 20,
    });
  });
});

test("marks stacked on a letter stay inside the card", async () => {
  const title = `a${"\u0301".repeat(199)} word`.repeat(3);
  const [marked, plain] = [await draw(title), await draw(title.replace(/\u0301+/g, ""))];
  const topOf = ({ data, width }: Pixels) => Buffer.from(data.subarray(0, 4 * width * 8));
  expect(topOf(marked).compare(topOf(plain))).toBe(0);
});

test("all fonts together take less than 48 MB of memory", async () => {
  const families = [
    ...["", "-arabic", "-armenian", "-bengali", "-ethiopic", "-georgian", "-gujarati", "-gurmukhi", "-hebrew", "-jp"],
    ...["-kannada", "-khmer", "-kr", "-lao", "-malayalam", "-math", "-myanmar", "-sc", "-sinhala", "-symbols"],
    ...["-symbols-2", "-tamil", "-tc", "-telugu", "-thai"],
  ].map((name) => `noto-sans${name}`);
  let total = 0;
  for (const family of families) {
    const parts = Object.keys(await assets.fontParts(family));
    expect(parts, `${family} is installed`).not.toHaveLength(0);
    for (const part of parts) total += (await assets.font(family, part)).length;
  }
  expect(total).toBeLessThan(48e6);
});
