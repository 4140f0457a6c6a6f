import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cards } from "../../scripts/cards.ts";
import { drawCard } from "./tools.ts";

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url));

test.each(Object.entries(cards))("%s is what the project draws today", async (name, job) => {
  const drawn = await drawCard(job);
  expect(Buffer.compare(drawn, file(name)), "run `npm run readme`").toBe(0);
  expect(file("README.md").toString()).toContain(name);
});
