import { describe, expect, test } from "vitest";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { createRasterizer } from "../../src/adapters/resvg.ts";
import { oneOf, printableLine } from "../../src/messages/option-rules.ts";
import { DETAILS_LIST, MAX_DETAILS, posterTable } from "../../src/options/poster-table.ts";
import type { CaptionJob } from "../../src/ports.ts";
import { papers } from "../../src/print/papers.ts";
import { headlineRows } from "../../src/print/poster.ts";
import { NOT_SERVED } from "../../src/service/not-served.ts";
import { createService } from "../../src/service/service.ts";
import { drawCaption } from "../card/tools.ts";
import { decoders } from "../decoders/decoders.ts";
import { heavyOf } from "../heavy.ts";

const data = "WIFI:T:WPA;S:Guests;P:one tall latte;;";
const set: CaptionJob[] = [];
const heavy = heavyOf({
  drawCaption: (job) => {
    set.push(job);
    return drawCaption(job);
  },
});
const service = createService({ heavy });
const { draw: rasterize } = createRasterizer(readPackageFile);

/** Resolves to the words of a poster, and its SVG. */
async function poster(input: object): Promise<{ svg: string; words: readonly string[] }> {
  set.length = 0;
  const { body } = await service.drawPoster({ data, format: "svg", ...input });
  return { svg: String(body), words: set.map(({ text }) => text).filter(Boolean) };
}

const sizeOf = (svg: string) => (/viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []).slice(1).map(Number);

describe.each(posterTable.orientation.of)("%s", (orientation) => {
  test.each(["A4", "A6", "Letter"] as const)("every decoder reads the code on %s", async (paper) => {
    const { svg } = await poster({ orientation, paper, color: "1a5fb4", dotStyle: "rounded", headline: "Free WiFi" });
    const { width, height } = papers[paper];
    const tenths = [width, height].map((length) => Math.round(10 * length));
    expect(sizeOf(svg)).toEqual(orientation === "landscape" ? tenths.reverse() : tenths);
    const [across = 0, down = 0] = sizeOf(svg);
    const drawn = await rasterize(svg, { width: 700, height: Math.round((700 * down) / across) });
    const pixels = { ...drawn, data: Uint8ClampedArray.from(drawn.data) };
    // A tent has the code on both sides, and decoders read one of them.
    for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe(data);
  });
});

test("says what suits the content", async () => {
  expect((await poster({})).words).toEqual([
    "Guests",
    "Point a camera at the code to join the network.",
    "Password",
    "one tall latte",
  ]);
  expect((await poster({ data: "https://cafe.example/menu" })).words).toEqual([
    "cafe.example",
    "Point a camera at the code to open the page.",
  ]);
  const secret = await poster({ data: "otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP&issuer=Example" });
  expect(secret.words.join()).not.toContain("JBSWY3DPEHPK3PXP");
});

test("sets a password in letters that do not look alike", async () => {
  await poster({});
  expect(set.find(({ text }) => text === "one tall latte")?.font).toBe("serif");
});

test("cuts a text that would be too small, with an ellipsis", async () => {
  const value = "long ".repeat(40).trim();
  const { words } = await poster({ paper: "A6", details: [{ label: "About", value }] });
  expect(words.at(-1)).toMatch(/^long long .*…$/);
  expect(set.at(-1)?.smallest).toBe(18);
});

test("splits a long headline into lines of the same size", async () => {
  expect(headlineRows("Free WiFi for our guests")).toEqual(["Free WiFi for", "our guests"]);
  expect(headlineRows("Menu")).toEqual(["Menu"]);
  expect(headlineRows("Donaudampfschifffahrtsgesellschaft")).toEqual(["Donaudampfschifffahrtsgesellschaft"]);
  await poster({ headline: "WWWWWWWWWWWWWW iiiiiiiiiiiiii", hint: "x" });
  const [wide, narrow, again] = set.filter(({ text }) => /W|ii/.test(text));
  expect([wide?.text[0], narrow?.text[0], again?.text[0]]).toEqual(["W", "i", "i"]);
  const { size } = await drawCaption(wide as CaptionJob);
  expect(again?.largest).toBe(size);
  expect(narrow?.largest).toBeGreaterThan(size as number);
});

test.each(["A4", "A6", "Letter"])("six details leave a large code on %s", async (paper) => {
  const details = Array.from({ length: 6 }, (_, at) => ({ label: `Detail ${at}`, value: "something to read" }));
  const { svg } = await poster({ paper, headline: "A headline that takes two lines", details });
  const [across = 0, down = 0] = sizeOf(svg);
  const drawn = await rasterize(svg, { width: 700, height: Math.round((700 * down) / across) });
  const pixels = { ...drawn, data: Uint8ClampedArray.from(drawn.data) };
  for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe(data);
  const scale = Number(/scale\(([\d.]+)\)"><path fill="#fff" d="M0 0h256/.exec(svg)?.[1]);
  expect((scale * 256) / across).toBeGreaterThan(0.4);
});

test("an empty text leaves the words out", async () => {
  expect((await poster({ headline: "", hint: "", details: [] })).words).toEqual([]);
});

test("shows spaces of a password that would be lost", async () => {
  const { words } = await poster({ details: [{ label: "Password", value: " a  b c ", exact: true }] });
  expect(words.at(-1)).toBe("␣a␣␣b c␣");
});

test("leaves out a frame without a caption", async () => {
  const plain = await poster({ frame: "none" });
  expect((await poster({ frame: "ticket" })).svg).toBe(plain.svg);
  expect((await poster({ frame: "ticket", caption: "Scan me" })).svg).not.toBe(plain.svg);
});

test("hostile words are only letters", async () => {
  const { svg } = await poster({
    headline: '</title><script>x()</script>"&',
    details: [{ label: "<b>", value: "]]>" }],
  });
  expect(svg).not.toMatch(/<script|<b>|\]\]>/);
});

test.each([
  [{ paper: "A7" }, "paper", oneOf],
  [{ headline: "x".repeat(61) }, "headline", printableLine],
  [{ details: "Password" }, "details", DETAILS_LIST],
  [{ details: Array(MAX_DETAILS + 1).fill({ label: "a", value: "b" }) }, "details", DETAILS_LIST],
  [{ details: [{ label: "a" }] }, "details[0].value", undefined],
  [{ size: 1 }, "size", undefined],
])("rejects %j", async (input, field, rule) => {
  const refused = expect(service.drawPoster({ data, ...input })).rejects;
  await refused.toMatchObject({ code: "INVALID_OPTION", field, ...(rule && { rule }) });
});

test("a PDF has the same page in points, and the logo as an object", async () => {
  const { contentType, body } = await service.drawPoster({ data, paper: "A5", title: "x" });
  const text = Buffer.from(body as Uint8Array).toString("latin1");
  expect(contentType).toBe("application/pdf");
  expect(text).toMatch(/^%PDF-1\.7\n/);
  expect(text).toContain("/MediaBox[0 0 419.52756 595.27559]");
  expect(await service.drawPoster({ data, paper: "A5", title: "x" })).toEqual({ contentType, body });
});

test("a host without fonts says so", async () => {
  const refused = expect(createService().drawPoster({ data })).rejects;
  await refused.toMatchObject({ code: "NOT_SUPPORTED", rule: NOT_SERVED });
});
