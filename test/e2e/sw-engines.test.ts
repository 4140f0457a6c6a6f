import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { type Engine, type EnginePage, engines } from "../engines/engines.ts";
import { requests as light, type SampleRequest } from "../runtime/requests.ts";
import { withoutToken } from "../runtime/same-response.ts";
import { deploy, releaseOf } from "./sw-releases.ts";
import { createFaultyServer, type FaultyServer } from "./sw-server.ts";
import { build, createSite, type Site } from "./sw-site.ts";

const logoData = readFileSync(new URL("../logo/lossy.webp", import.meta.url)).toString("base64");
const headers = { "Content-Type": "application/json" };
const heavy: readonly SampleRequest[] = [
  {
    name: "a logo",
    path: "/api/qr",
    init: { method: "POST", headers, body: JSON.stringify({ data: "logo", logoData }) },
  },
  { name: "a proof", path: "/api/qr/validate?data=proof" },
  { name: "a card", path: "/api/og?data=x&title=Offline" },
];

/** Runs in the page. Fetches a URL and returns the response. */
const ask = `async ({ path, init }) => {
  const answer = await fetch(path, init);
  let text = "";
  for (const byte of new Uint8Array(await answer.arrayBuffer())) text += String.fromCharCode(byte);
  return { status: answer.status, type: answer.headers.get("Content-Type"), body: btoa(text) };
}`;

/** Runs in the page. Posts a body and returns the status. */
const statusOf = `async (path, value) => {
  const headers = { "Content-Type": "application/json" };
  return (await fetch(path, { method: "POST", headers, body: JSON.stringify(value) })).status;
}`;

interface PageResponse {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
}

const comparable = (body: string) => withoutToken(Buffer.from(body, "base64"));

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

  test.each([...light, ...heavy])("answers $name offline with the server's response", async (sample) => {
    const response = (await page.run(`return await (${ask})(${JSON.stringify(sample)})`)) as PageResponse;
    const answer = await model(new Request(site.url + sample.path, sample.init));
    const body = Buffer.from(await answer.arrayBuffer()).toString("base64");
    expect([response.status, response.type]).toEqual([answer.status, answer.headers.get("Content-Type")]);
    expect(comparable(response.body)).toBe(comparable(body));
  });

  test("the page of a link shows its design, and its contact can be saved", async () => {
    const data = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n";
    const input = { data, frame: "rounded", gradient: "linear,45,1a5fb4,813d9c" };
    const seen = await page.run(`
      const created = await fetch("/api/i", { method: "POST", body: JSON.stringify(${JSON.stringify(input)}), headers: { "Content-Type": "application/json" } });
      const { url } = await created.json();
      const html = await (await fetch(url, { headers: { Accept: "text/html" } })).text();
      const file = await fetch(url + ".vcf");
      return [html.includes('class="code framed"'), html.includes("Save contact</span></a>"), file.headers.get("Content-Type"), await file.text()];
    `);
    expect(seen).toEqual([true, true, "text/vcard; charset=utf-8", data]);
  });

  // Afterwards, because the first request of a page of WebKit fails after another page was opened.
  test("opens the page of a link with its picture", async () => {
    const url = await page.run(`return (await (await fetch("/api/i?data=opened%20here")).json()).url`);
    const opened = await engine.open(String(url));
    const seen = await opened.run(`
      return [navigator.serviceWorker.controller !== null, document.querySelector("main").textContent];
    `);
    expect(seen).toEqual([true, expect.stringContaining("opened here")]);
  });

  test("shows an image in <img>", async () => {
    const width = await page.run(`
      const image = new Image();
      image.src = "/api/qr?data=shown&size=300";
      await image.decode();
      return image.naturalWidth;
    `);
    expect(width).toBe(300);
  });

  describe("life cycle", () => {
    let home: Site;
    let server: FaultyServer;
    let visit: EnginePage;
    beforeAll(async () => {
      const logos = { fetch: async () => readFileSync(new URL("../logo/still.png", import.meta.url)) };
      [home, server] = [await createSite(), await createFaultyServer({ heavy: createHeavyWork(), logos })];
      visit = await engine.open(home.url);
    }, 60_000);
    afterAll(async () => {
      await home?.leave();
      await server?.close();
    });

    test("a link created while the server is down is posted once it is back", async () => {
      server.fault = "away";
      const [id, state] = (await visit.run(`
        const { register } = await import("/register.js");
        globalThis.qr = await register({ server: "${server.url}" });
        await qr.offlineReady;
        const answer = await fetch("/api/i?data=posted%20later");
        return [(await answer.json()).id, answer.headers.get("X-Isoqr-Link")];
      `)) as [string, string];
      expect(state).toBe("queued");
      server.fault = "none";
      await expect.poll(() => visit.run("return await qr.outbox.flush()")).toBe(0);
      expect(await server.api.readLink(id)).toEqual({ data: "posted later" });
    });

    test("passes a request on to the server even if the worker has read its body", async () => {
      const logo = `${server.url}/closed.png`;
      expect(await visit.run(`return await (${statusOf})("/api/qr", { data: "x", logo: "${logo}" })`)).toBe(200);
      expect(server.seen.at(-1)).toBe("POST /api/qr");
    });

    test("an update waits, fires an event, and works with its parts once applied", async () => {
      const next = releaseOf("9.9.9-00000000");
      const card = `/isoqr-${next.name}/card.js`;
      await visit.run(`
        const { register } = await import("/register.js");
        await (await register({ server: "${server.url}", offline: ["card"] })).offlineReady;
      `);
      deploy(home, next);
      home.files.delete(card);
      const look = `
        const registration = await navigator.serviceWorker.getRegistration();
        const response = new Promise((resolve) => registration.addEventListener("updatefound", resolve, { once: true }));
        await registration.update();
        await response;
        const { installing } = registration;
        while (installing?.state === "installing") {
          await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
        }
        return registration.waiting !== null;
      `;
      expect(await visit.run(look)).toBe(false);
      deploy(home, next);
      expect(await visit.run(look)).toBe(true);
      await home.leave();
      const seen = await visit.run(`
        const before = await qr.version();
        await qr.applyUpdate();
        const answers = await Promise.all(["/api/og?data=x&title=y", "/api/i?data=z"].map((path) => fetch(path)));
        const { id } = await answers[1].json();
        const page = await fetch("/i/" + id, { headers: { Accept: "text/html" } });
        return [before, await qr.version(), ...[...answers, page].map(({ status }) => status)];
      `);
      expect(seen).toEqual([build, next.name, 200, 200, 200]);
      await home.comeBack();
    });

    test("unregistering removes everything", async () => {
      const left = await visit.run(`
        await qr.unregister();
        const workers = await navigator.serviceWorker.getRegistrations();
        return [workers.length, await caches.keys(), (await indexedDB.databases()).map(({ name }) => name)];
      `);
      expect(left).toEqual([0, [], []]);
    });
  });

  test("responds to POST requests below a prefix", async () => {
    const other = await createSite();
    const prefixed = await engine.open(other.url);
    await prefixed.run(`
      const { register } = await import("/register.js");
      await (await register({ prefix: "/codes" })).ready;
    `);
    expect(await prefixed.run(`return await (${statusOf})("/codes/api/qr", { data: "x" })`)).toBe(200);
    await other.leave();
  });
});
