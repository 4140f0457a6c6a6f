import { expect, test } from "vitest";
import { pictureHopeless, pictureUnreadable } from "../../src/messages/picture-rules.ts";
import { checkValues } from "../../src/options/kinds.ts";
import { pictureTable } from "../../src/options/picture-table.ts";
import { drawPictureCode } from "../../src/picture-code/picture-code.ts";
import { fakeWork, type Verdict } from "./fake-work.ts";
import { emptyPng, portrait } from "./pictures.ts";

const STEPS = Array.from({ length: 21 }, (_, step) => step / 20);

/** Draws a code whose verdicts depend on its strength. Returns the result, or the error, and the strengths that were drawn. */
async function search(verdictAt: (strength: number) => Verdict, strength?: number) {
  const { heavy, strengths } = fakeWork(verdictAt);
  const settings = checkValues(pictureTable, strength === undefined ? {} : { strength });
  const result = await drawPictureCode("https://example.com", portrait, settings, heavy).catch((error) => error);
  return { result, strengths };
}

test("finds the greatest strength with grade B with at most five codes", async () => {
  for (const limit of STEPS) {
    const { result, strengths } = await search((strength) => (strength <= limit ? "A" : "F"));
    expect(result.strength).toBe(limit);
    expect(strengths.length).toBeLessThanOrEqual(5);
  }
});

test("without grade B, finds the greatest readable strength with at most eight codes, and draws none twice", async () => {
  let most = 0;
  for (const limit of STEPS) {
    const { result, strengths } = await search((strength) => (strength <= limit ? "C" : "F"));
    expect(result).toMatchObject({ strength: limit, scan: { grade: "C" } });
    expect(new Set(strengths).size).toBe(strengths.length);
    most = Math.max(most, strengths.length);
  }
  expect(most).toBe(8);
});

test("rejects a hopeless picture after four codes", async () => {
  const { result, strengths } = await search(() => "F");
  expect(result).toMatchObject({ code: "LOGO_INVALID", rule: pictureHopeless });
  expect(strengths).toHaveLength(4);
});

test("names the greatest readable strength below a given one", async () => {
  const { result, strengths } = await search((strength) => (strength <= 0.45 ? "C" : "F"), 0.7);
  expect(result).toMatchObject({ field: "strength", rule: pictureUnreadable, values: { max: 0.45 } });
  expect(strengths.length).toBeLessThanOrEqual(6);
});

test("draws only the middle of a picture, and expects more time for the version of a long text", async () => {
  const { heavy, jobs } = fakeWork(() => "A");
  const settings = checkValues(pictureTable, { strength: 0.5, size: 700 });
  await drawPictureCode("x".repeat(1000), emptyPng(400, 100), settings, heavy);
  const [logo, choice] = jobs;
  expect(logo).toMatchObject({ name: "drawLogo", input: { width: 4 * 564, height: 564, middle: 564 } });
  expect(choice?.cost).toBeGreaterThan(900);
});
