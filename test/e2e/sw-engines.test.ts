import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryLinks } from "../../src/adapters/memory-links.ts";
import { createApp } from "../../src/http/app.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService } from "../../src/service/service.ts";
import { type Engine, type EnginePage, engines } from "../engines/engines.ts";
import { type Asked, requests as light } from "../runtime/requests.ts";
import { createSite, type Site } from "./sw-site.ts";

const logoData = readFileSync(new URL("../logos/lossy.webp", import.meta.url)).toString("base64");
const headers = { "Content-Type": "application/json" };
const heavy: readonly Asked[] = [
  {
    name: "a logo",
    path: "/api/qr",
    init: { method: "POST", headers, body: JSON.stringify({ data: "logo", logoData }) },
  },
  { name: "a proof", path: "/api/qr/validate?data=proof" },
  { name: "a card", path: "/api/og?data=x&title=Offline" },
];

/** Runs in the page: what it hears when it asks. */
const ask = `async ({ path, init }) => {
  const answer = await fetch(path, init);
  let text = "";
  for (const byte of new Uint8Array(await answer.arrayBuffer())) text += String.fromCharCode(byte);
  return { status: answer.status, type: answer.headers.get("Content-Type"), body: btoa(text) };
}`;

interface Heard {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
}

const withoutToken = (body: string) =>
  Buffer.from(body, "base64")
    .toString("latin1")
    .replace(/"token":"[\w-]{43}"/, '"token":"..."');

describe.each(engines)("%s", (_, start) => {
  let engine: Engine;
  let site: Site;
  let page: EnginePage;
  beforeAll(async () => {
    [engine, site] = [await start(), await createSite()];
    page = await engine.open(site.url);
    await page.run(`
      const { register } = await import("/register.js");
      const service = await register({ offline: ["logo", "scan", "card"] });
      await service.offlineReady;
    `);
    await site.leave();
  }, 60_000);
  afterAll(async () => {
    await engine?.close();
    await site?.leave();
  });

  const model = createApp(createService({ links: createMemoryLinks(), heavy: createHeavyWork() }));

  test.each([...light, ...heavy])("without a network, $name is answered as by a server", async (asked) => {
    const heard = (await page.run(`return await (${ask})(${JSON.stringify(asked)})`)) as Heard;
    const answer = await model(new Request(site.url + asked.path, asked.init));
    const body = Buffer.from(await answer.arrayBuffer()).toString("base64");
    expect([heard.status, heard.type]).toEqual([answer.status, answer.headers.get("Content-Type")]);
    expect(withoutToken(heard.body)).toBe(withoutToken(body));
  });

  test("pictures are shown", async () => {
    const width = await page.run(`
      const image = new Image();
      image.src = "/api/qr?data=shown&size=300";
      await image.decode();
      return image.naturalWidth;
    `);
    expect(width).toBe(300);
  });
});
