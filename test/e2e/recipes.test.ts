import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../engines/engines.ts";
import { buildApp, recipe } from "../engines/recipes.ts";
import { type Policy, startSite } from "../engines/site.ts";
import { useEngine } from "./use.ts";

const workers = recipe("docs/workers.md", 'import { createPool } from "isoqr/workers";');
const strict = recipe("docs/strict-csp.md", 'import "isoqr/strict";');
const trusted = recipe("docs/strict-csp.md", 'import address from "isoqr/worker?worker&url";');

describe.each(engines)("the code in docs, built with Vite, in %s", (_, start) => {
  const engine = useEngine(start);

  /** Bundles `main`, opens a page with it under `policy`, waits until `main` has run, and returns the result of
   *  `script`. */
  async function run(main: string, policy: Policy, script: string): Promise<unknown> {
    const app = await buildApp(`${main}\nglobalThis.over = true;`);
    onTestFinished(() => app.end());
    const site = await startSite(app.folder);
    onTestFinished(() => void site.close());
    const page = await engine.open(`${site.page(policy)}app/index.html`);
    onTestFinished(() => page.close());
    return page.run(`while (!globalThis.over) await new Promise((resolve) => setTimeout(resolve, 20)); ${script}`);
  }

  test("draws in workers", async () => {
    const main = `${workers}\nglobalThis.seen = [png.length > 100, pictures.map(({ type, size }) => [type, size > 100])];`;
    const picture = ["image/png", true];
    expect(await run(main, "open", "return seen")).toEqual([true, [picture, picture, picture]]);
  });

  test("draws on a strict page", async () => {
    const script = `const image = document.querySelector("img"); await image.decode(); return image.naturalWidth`;
    expect(await run(strict, "strict", script)).toBe(256);
  });

  test("draws in a worker under Trusted Types", async () => {
    const types = "globalThis.trustedTypes ??= { createPolicy: (_, rules) => rules };";
    // The stub may come before the imports, because imports are hoisted.
    const main = `${trusted.replace("\n\n", `\n\n${types}\n`)}\nglobalThis.seen = (await pool.toPng("x")).length > 100;`;
    expect(await run(main, "trusted", "return seen")).toBe(true);
  });
});
