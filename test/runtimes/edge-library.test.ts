import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { design, toPng, toSvg } from "../../src/index.ts";
import { lookSets } from "../engines/option-sets.ts";
import { setting } from "./edge/printed.ts";
import { bundleWorker } from "./edge/recipe.ts";
import { hasWorkerd, type RunningWorkerd, startWorkerd } from "./edge/workerd.ts";

/** Tests the library in a worker that cannot compile WebAssembly: with a compiled core that the worker passes to the
 *  library or to the service, with the JavaScript core, and without a core. */

const given = `
  import core from "core.wasm";
  import { design, toPng, toSvg, useCompiledCore } from "isoqr";
  useCompiledCore(core);
`;
/** The library also uses the core that the worker passes to the service. */
const shared = `
  import core from "core.wasm";
  import { createEdge } from "isoqr/edge";
  import { design, toPng, toSvg } from "isoqr";
  createEdge({ core });
`;
const strict = `
  import "isoqr/strict";
  import { design, toPng, toSvg } from "isoqr";
`;
const bare = 'import { design, toPng, toSvg } from "isoqr";';

/** Responds with the picture for the options in the URL or, if the request has a body, with the design of that JSON. The
 *  response to a failed request is the error. */
const answer = `
  export default {
    async fetch(request) {
      if (request.body) {
        const { data, format, ...options } = await request.json();
        return new Response((format === "svg" ? toSvg : toPng)(data, design(options)));
      }
      const { format, data, size } = Object.fromEntries(new URL(request.url).searchParams);
      try {
        return new Response((format === "svg" ? toSvg : toPng)(data, { size: Number(size) }));
      } catch ({ code, message }) {
        return Response.json({ code, message }, { status: 500 });
      }
    },
  };
`;

describe.runIf(hasWorkerd)("workerd", () => {
  let engine: RunningWorkerd;
  beforeAll(async () => {
    const core = readFileSync(join(inject("checkout"), "dist/core.wasm"));
    const compatibilityDate = setting("compatibility_date");
    const worker = async (imports: string) => ({ "worker.js": await bundleWorker(imports + answer) });
    engine = await startWorkerd({
      given: { modules: { ...(await worker(given)), "core.wasm": core }, compatibilityDate },
      shared: { modules: { ...(await worker(shared)), "core.wasm": core }, compatibilityDate },
      strict: { modules: await worker(strict), compatibilityDate },
      bare: { modules: await worker(bare), compatibilityDate },
    });
  }, 120_000);
  afterAll(() => engine?.stop());

  test.each(["given", "shared", "strict"])("%s: pictures are identical to Node's", async (name) => {
    for (let at = 0; at < 50; at++) {
      const [data, size] = [`https://example.com/${"ä1A ".repeat(at)}`, 32 + 17 * at];
      const ask = async (format: string) => {
        const search = new URLSearchParams({ data, size: String(size), format });
        return Buffer.from(await (await fetch(`${engine.urls[name]}/?${search}`)).arrayBuffer());
      };
      expect(await ask("png")).toEqual(Buffer.from(toPng(data, { size })));
      expect(String(await ask("svg"))).toBe(toSvg(data, { size }));
    }
  });

  /** Large enough for every text. */
  const looks = lookSets(100, 46).map(({ logoData, ...input }) => {
    const { size, ...rest } = input as { data: string; format: string; size: number };
    return { ...rest, size: Math.max(size ?? 0, 300) };
  });
  test.each(["given", "strict"])("%s: designs are identical to Node's", async (name) => {
    const wrong: unknown[] = [];
    for (const input of looks) {
      const { data, format, ...options } = input;
      const answer = await fetch(String(engine.urls[name]), { method: "POST", body: JSON.stringify(input) });
      const mine = (format === "svg" ? toSvg : toPng)(data, design(options));
      if (!Buffer.from(mine as string).equals(Buffer.from(await answer.arrayBuffer()))) wrong.push(input);
    }
    expect(wrong).toEqual([]);
  });

  test("without a core, the error explains what to do", async () => {
    const answer = await fetch(`${engine.urls.bare}/?data=x&size=100`);
    const { code, message } = (await answer.json()) as Record<string, string>;
    expect(code).toBe("NOT_SUPPORTED");
    expect(message).toContain("call useCompiledCore");
  });
});
