import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cards } from "../../scripts/cards.ts";
import { toCard } from "../../src/runtime/card.ts";
import { readPng } from "../decoders/png-reader.ts";

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url));

test.each(Object.entries(cards))("%s is up to date", async (name, job) => {
  const drawn = readPng(await toCard(job));
  expect(Buffer.from(drawn.data).compare(Buffer.from(readPng(file(name)).data)), "run `npm run readme`").toBe(0);
  expect(file("docs/social-cards.md").toString()).toContain(name.replace("docs/", ""));
});
