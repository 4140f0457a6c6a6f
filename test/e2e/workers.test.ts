import { beforeAll, describe, expect, test } from "vitest";
import { createService } from "../../src/service/service.ts";
import { type EnginePage, engines, sweep } from "../engines/engines.ts";
import { different, twoThousand } from "../engines/measures.ts";
import { lookSets, optionSets } from "../engines/option-sets.ts";
import { heavy, logoFile, QUARTERS } from "../logo/logos.ts";
import { useEngine, useSite } from "./use.ts";

const [setCount, lookCount] = [sweep(500), sweep(200)];
const sets = JSON.stringify(optionSets(setCount, 41));
const looks = JSON.stringify(lookSets(lookCount, 42));
const SVG = Buffer.from(QUARTERS).toString("base64");
const site = useSite();

describe.each(engines)("%s", (_, start) => {
  const engine = useEngine(start);
  let page: EnginePage;
  beforeAll(async () => {
    page = await engine.open(site.page("open"));
  }, 60_000);

  /** Runs `script` in the page with a pool of two workers, and then disposes of the pool. */
  const withPool = (script: string) =>
    page.run(`
      const { createPool, QrError } = await import("/open/lib/workers.js");
      const pool = createPool({ size: 2 });
      try { ${script} } finally { pool.dispose(); }
    `);

  test(`the library and the pool produce the server's bytes for ${setCount} option sets`, async () => {
    const noticed = await page.run(`
      const { differing } = await import("/open/pages/compare.js");
      const { toPng } = await import("/open/lib/index.js");
      return differing([{ data: "x" }, { data: "y", size: 64 }], ({ data }) => toPng(data));
    `);
    expect(noticed).toEqual([1]);
    expect(await page.run(different("open", "library", sets))).toEqual([]);
    expect(await page.run(different("open", "pool", sets))).toEqual([]);
  });

  test(`the library and the pool produce the server's bytes for ${lookCount} designs`, async () => {
    expect(await page.run(different("open", "designs", looks))).toEqual([]);
    expect(await page.run(different("open", "pool", looks))).toEqual([]);
  });

  test("bitmap logos match the server's bytes, SVG logos match the element's, and damaged logos are rejected", async () => {
    const png = Buffer.from(logoFile("still.png")).toString("base64");
    const seen = await withPool(`
      const { define } = await import("/open/lib/element.js");
      define();
      const read = async (blob) => [...new Uint8Array(await blob.arrayBuffer())];
      const code = Object.assign(document.createElement("qr-code"), { data: "x", logoData: ${JSON.stringify(SVG)} });
      document.body.append(code);
      const drawn = await read(await code.toBlob("png"));
      code.remove();
      const pooled = [...await pool.toPng("x", { logoData: ${JSON.stringify(SVG)} })];
      const refused = await pool.toPng("x", { logoData: "AAAA" }).catch((error) => [error.code, error.field]);
      const away = await pool.toPng("x", { logo: location.origin + "/open/lib/none.png" }).catch((error) => error.code);
      const logo = new URL("pages/logo.svg", location.href).href;
      const fetched = await pool.toSvg("x", { logo });
      return [[...await pool.toPng("x", { logoData: "${png}" })], pooled.join() === drawn.join(), refused, away, fetched.includes("<image")];
    `);
    const { body } = await createService({ heavy }).generate({ data: "x", logoData: png });
    expect(seen).toEqual([[...(body as Uint8Array)], true, ["LOGO_INVALID", "logoData"], "LOGO_UNREACHABLE", true]);
  });

  test("a pool inside a worker draws bitmap logos, and explains where SVG logos work", async () => {
    const png = Buffer.from(logoFile("still.png")).toString("base64");
    const seen = await page.run(`
      const program = \`
        import { createPool } from "\${location.origin}/open/lib/workers.js";
        const pool = createPool({ size: 1 });
        const words = ({ name, code, message, field }) => [name, code, message, field];
        const refused = await pool.toPng("x", { logoData: ${JSON.stringify(SVG)} }).catch(words);
        const { length } = await pool.toPng("x", { logoData: "${png}" });
        postMessage([refused, length > 100]);
      \`;
      const address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
      const worker = new Worker(address, { type: "module" });
      const answer = await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      });
      worker.terminate();
      return answer;
    `);
    const rule = "is an SVG, and only a page can draw SVGs: create the pool on a page, or use a PNG, JPEG or WebP";
    expect(seen).toEqual([["QrError", "NOT_SUPPORTED", `logoData ${rule}`, "logoData"], true]);
  });

  test("errors keep their class and code, and a signal aborts a call", async () => {
    const seen = await withPool(`
      const caught = (call) => call.catch((error) => [error instanceof QrError, error.name, error.code, error.field]);
      const control = new AbortController();
      const aborted = pool.toPng("x", {}, { signal: control.signal });
      control.abort();
      return [await caught(pool.toPng("x", { size: 5 })), (await caught(aborted))[1], (await pool.inspect({ data: "x" })).valid];
    `);
    expect(seen).toEqual([[true, "QrError", "INVALID_OPTION", "size"], "AbortError", true]);
  });

  test("replaces a crashed worker and retries its job, and names a missing worker script", async () => {
    const seen = await page.run(`
      const { createPool } = await import("/open/lib/workers.js");
      let started = 0;
      const file = () => (started++ === 0 ? "pages/dying-worker.js" : "lib/worker.js");
      const pool = createPool({ size: 1, worker: () => new Worker("/open/" + file(), { type: "module" }) });
      const { length } = await pool.toPng("x");
      pool.dispose();
      let tries = 0;
      const worker = () => new Worker("/open/lib/missing.js?" + tries++, { type: "module" });
      const missing = createPool({ size: 2, worker });
      const { code, message } = await missing.toPng("x").catch((error) => error);
      let refused = 0;
      for await (const { error } of missing.batch(Array.from({ length: 200 }, (_, index) => ({ data: "" + index })))) {
        if (error.message === message) refused++;
      }
      missing.dispose();
      return [length > 100, started, code, message, refused, tries <= 8];
    `);
    const message = expect.stringContaining("worker startup failed");
    expect(seen).toEqual([true, 2, "INTERNAL", message, 200, true]);
  });

  // `npm run bench:pages` measures how long this takes and how long it blocks the page.
  test("2,000 PNGs of 512 px do not block the page", async () => {
    // Use the fastest of three rounds, because other programs can only slow rounds down.
    let best = 1;
    for (let round = 0; round < 3 && best > 0.5; round++) {
      const [longest, count, time] = (await page.run(twoThousand("open"))) as [number, number, number];
      expect(count).toBe(2000);
      console.log(`${engine.name}: 2,000 PNGs in ${Math.round(time)} ms, longest task ${longest.toFixed(1)} ms`);
      best = Math.min(best, longest / time);
    }
    expect(best).toBeLessThanOrEqual(0.5);
  });

  // Must be the last test, because some engines support only one page at a time.
  test("with Trusted Types, a pool without a worker explains what to pass", async () => {
    const trusted = await engine.open(site.page("trusted"));
    const seen = await trusted.run(`
      if (!globalThis.trustedTypes) return "no Trusted Types here";
      const { createPool } = await import("/trusted/lib/workers.js");
      const pool = createPool({ size: 1 });
      try { return await pool.toPng("x"); } catch ({ code, message }) { return [code, message]; } finally { pool.dispose(); }
    `);
    await trusted.close();
    const message = expect.stringContaining("policy.createScriptURL(url)");
    if (seen !== "no Trusted Types here") expect(seen).toEqual(["INTERNAL", message]);
  });
});
