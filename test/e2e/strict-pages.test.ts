import { describe, expect, test } from "vitest";
import { toSvg } from "../../src/index.ts";
import { type EnginePage, engines, extensible, sweep } from "../engines/engines.ts";
import { runInExtension } from "../engines/extension.ts";
import { different } from "../engines/measures.ts";
import { lookSets, optionSets } from "../engines/option-sets.ts";
import type { Policy } from "../engines/site.ts";
import { useEngine, useSite } from "./use.ts";

const [setCount, pooledCount, lookCount] = [sweep(500), sweep(200), sweep(60)];
const sets = JSON.stringify(optionSets(setCount, 43));
const pooled = JSON.stringify(optionSets(pooledCount, 45));
const looks = JSON.stringify(lookSets(lookCount, 44));
const site = useSite();

describe.each(engines)("%s", (_, start) => {
  const engine = useEngine(start);

  /** Resolves to the result of `script` in a new page under `policy`, and to the page's policy violations. */
  async function under(policy: Policy, script: string): Promise<[unknown, unknown]> {
    const page: EnginePage = await engine.open(site.page(policy));
    try {
      return [await page.run(script), await page.run("return violations")];
    } finally {
      await page.close();
    }
  }

  test("script-src 'self' 'wasm-unsafe-eval': works without changes", async () => {
    const [seen, forbidden] = await under(
      "wasm",
      `const { toPng } = await import("/wasm/lib/index.js");
      const { createPool } = await import("/wasm/lib/workers.js");
      const pool = createPool({ size: 1 });
      const [mine, theirs] = [toPng("hello"), await pool.toPng("hello")];
      pool.dispose();
      return [mine.length > 100, mine.join() === theirs.join(), globalThis.WebAssembly !== undefined];`,
    );
    expect(seen).toEqual([true, true, true]);
    expect(forbidden).toEqual([]);
  });

  test("script-src 'self': the error explains what to do", async () => {
    const [seen] = await under(
      "strict",
      `const { toPng, QrError } = await import("/strict/lib/index.js");
      try { return toPng("hello").length; } catch (error) { return [error instanceof QrError, error.code, error.message]; }`,
    );
    expect(seen).toEqual([true, "NOT_SUPPORTED", expect.stringContaining("import isoqr/strict first")]);
  });

  test(`script-src 'self' with isoqr/strict: ${setCount} option sets produce the server's bytes`, async () => {
    const [wrong, forbidden] = await under("strict", different("strict", "library", sets));
    expect(wrong).toEqual([]);
    expect(forbidden).toEqual([]);
  });

  test(`script-src 'self' with isoqr/strict: ${lookCount} designs produce the server's bytes`, async () => {
    const [wrong, forbidden] = await under("strict", different("strict", "designs", looks));
    expect(wrong).toEqual([]);
    expect(forbidden).toEqual([]);
  });

  test(`script-src 'self': workers load the JavaScript core, and ${pooledCount} option sets produce the server's bytes`, async () => {
    const [wrong] = await under("strict", different("strict", "pool", pooled));
    expect(wrong).toEqual([]);
  });

  test("script-src 'self' with isoqr/strict: <qr-code> draws", async () => {
    const [seen, forbidden] = await under(
      "strict",
      `await import("/strict/lib/strict.js");
      await import("/strict/lib/element-define.js");
      const code = document.createElement("qr-code");
      const drawn = new Promise((resolve, reject) => {
        code.addEventListener("qr-render", resolve, { once: true });
        code.addEventListener("qr-error", (event) => reject(event.detail ?? "error"), { once: true });
      });
      code.setAttribute("data", "https://example.com");
      document.body.append(code);
      await drawn;
      return code.shadowRoot.querySelector("svg path") !== null;`,
    );
    expect(seen).toBe(true);
    expect(forbidden).toEqual([]);
  });

  test("<qr-code> loads the logo check on demand, and rejects logos that take too long", async () => {
    const groups = Array.from({ length: 18 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(2)}</g>`);
    const bomb = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="a0" d="M0 0h9v9"/>${groups.join("")}</svg>`;
    const [seen, forbidden] = await under(
      "strict",
      `await import("/strict/lib/strict.js");
      await import("/strict/lib/element-define.js");
      const code = Object.assign(document.createElement("qr-code"), { data: "x", logoFile: new Blob([${JSON.stringify(bomb)}]) });
      const reported = new Promise((resolve) => code.addEventListener("qr-error", ({ detail }) => resolve(detail.message)));
      document.body.append(code);
      return await reported;`,
    );
    expect(seen).toBe("logo is an SVG that is too complex to draw: simplify it");
    expect(forbidden).toEqual([]);
  });

  test("Trusted Types: only the worker's URL needs a policy, which the page provides", async () => {
    const [seen, forbidden] = await under(
      "trusted",
      `const { toSvg } = await import("/trusted/lib/index.js");
      const { createPool } = await import("/trusted/lib/workers.js");
      const address = new URL("/trusted/lib/worker.js", location.href).href;
      // A stub for browsers without Trusted Types.
      const { trustedTypes = { createPolicy: (_, rules) => rules } } = globalThis;
      const rules = { createScriptURL: (url) => { if (url === address) return url; throw new TypeError("unexpected URL"); } };
      const policy = trustedTypes.createPolicy("isoqr", rules);
      const worker = () => new Worker(policy.createScriptURL(address), { type: "module" });
      const pool = createPool({ size: 1, worker });
      const same = toSvg("hello") === (await pool.toSvg("hello"));
      pool.dispose();
      return same;`,
    );
    expect(seen).toBe(true);
    expect(forbidden).toEqual([]);
  });
});

// The Chromium from npm does not support extensions.
for (const [browser, start] of extensible)
  describe(`extensions of ${browser}`, () => {
    const draw = `import { toSvg } from "./isoqr/index.js"; let report; try { report = toSvg("x").length } catch ({ code }) { report = code }`;
    const page = `
    import "./isoqr/element-define.js";
    import { createPool } from "./isoqr/workers.js";
    ${draw.replace("report", "alone").replaceAll("report =", "alone =")}
    const code = Object.assign(document.createElement("qr-code"), { data: "x" });
    const drawn = new Promise((resolve) => {
      code.addEventListener("qr-render", () => resolve(code.shadowRoot.querySelectorAll("path").length));
      code.addEventListener("qr-error", ({ detail }) => resolve(detail.code));
    });
    document.body.append(code);
    const pool = createPool({ size: 1 });
    const report = [alone, await drawn, (await pool.toSvg("x")).length];
    pool.dispose();`;
    const strict = 'import "./isoqr/strict.js";';
    const { length } = toSvg("x");

    test.each([
      ["script-src 'self'", "script-src 'self'", "", "NOT_SUPPORTED", "NOT_SUPPORTED"],
      ["the default policy, with isoqr/strict", undefined, strict, length, 2],
      ["script-src 'self' 'wasm-unsafe-eval'", "script-src 'self' 'wasm-unsafe-eval'", "", length, 2],
    ])("%s", async (_, policy, before, alone, element) => {
      const engine = await start();
      try {
        const report = await runInExtension(engine, { background: before + draw, page: before + page }, policy);
        expect(report).toEqual({ background: alone, page: [alone, element, length] });
      } finally {
        await engine.close();
      }
    });
  });
