import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryLinks } from "../../src/adapters/memory-links.ts";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";
import { requests } from "../runtime/requests.ts";
import { d1Server, recipeWorker } from "./edge/recipe.ts";
import { type RunningWorkerd, startWorkerd } from "./edge/workerd.ts";

let engine: RunningWorkerd;
let url: string;
beforeAll(async () => {
  engine = await startWorkerd({ app: await recipeWorker(), d1: await d1Server() });
  url = engine.urls.app ?? "";
}, 120_000);
afterAll(() => engine?.stop());

/** The same in this process, where links are in memory. */
const model = createApp(createService({ links: createMemoryLinks() }));
const withoutToken = (body: ArrayBuffer) =>
  Buffer.from(body)
    .toString("latin1")
    .replace(/"token":"[\w-]{43}"/, '"token":"..."');

test.each(requests)("as on Node, $name", async ({ path, init }) => {
  const [answer, expected] = await Promise.all([fetch(url + path, init), model(new Request(url + path, init))]);
  expect(answer.status).toBe(expected.status);
  expect(withoutToken(await answer.arrayBuffer())).toBe(withoutToken(await expected.arrayBuffer()));
  expect(Object.fromEntries(answer.headers)).toMatchObject(Object.fromEntries(expected.headers));
});
