import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorkerFiles } from "../../src/adapters/site-files.ts";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";

// The published files of the service worker. They do not include the heavy files, which come from other packages.
const folder = mkdtempSync(join(tmpdir(), "isoqr-worker-"));
const wasm = "harfbuzzjs/dist/harfbuzz.wasm";
const changed = "zxing-wasm/reader/zxing_reader.wasm";
const absent = "no-such-package/file.wasm";
const bytes = readFileSync(createRequire(import.meta.url).resolve(wasm));

beforeAll(() => {
  const parts = join(folder, "isoqr-1.0.0-abc");
  mkdirSync(parts);
  writeFileSync(join(folder, "sw.js"), "worker()");
  writeFileSync(join(folder, "register.js"), "page()");
  writeFileSync(join(folder, "offline.js"), "bundlers()");
  writeFileSync(join(parts, "card.js"), "card()");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(
    join(parts, "packages.json"),
    JSON.stringify({ versions: { "@fontsource-variable/noto-sans": "1.0.0" }, files: files(sha256) }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const files = (sha256: string) => ({ [wasm]: sha256, [changed]: sha256, [absent]: sha256 });

const app = createApp(createService(), { readSite: openWorkerFiles(pathToFileURL(`${folder}/`)) });
const ask = (path: string, init?: RequestInit) => app(new Request(`http://isoqr.test${path}`, init));
const summary = ({ status, headers }: Response, ...names: string[]) => [
  status,
  ...names.map((name) => headers.get(name)),
];

describe("the service worker of a server", () => {
  test("serves the worker's script, which is revalidated each time and may control the whole site", async () => {
    const answer = await ask("/sw.js");
    const names = ["Content-Type", "Cache-Control", "Service-Worker-Allowed"];
    expect(summary(answer, ...names)).toEqual([200, "text/javascript; charset=utf-8", "no-cache", "/"]);
    expect(await answer.text()).toBe("worker()");
    const again = await ask("/sw.js", { headers: { "If-None-Match": answer.headers.get("ETag") ?? "" } });
    expect(summary(again, "Service-Worker-Allowed")).toEqual([304, "/"]);
    expect(summary(await ask("/sw.js", { method: "HEAD" }), ...names)).toEqual(summary(answer, ...names));
    expect(summary(await ask("/sw.js", { method: "POST" }), "Allow")).toEqual([405, expect.stringContaining("GET")]);
  });

  test("serves the script for pages, and parts that may be cached forever", async () => {
    const page = await ask("/register.js");
    expect([...summary(page, "Cache-Control", "Service-Worker-Allowed"), await page.text()]).toEqual([
      ...[200, "no-cache", null],
      "page()",
    ]);
    const part = await ask("/isoqr-1.0.0-abc/card.js");
    const kept = "public, max-age=31536000, immutable";
    expect([...summary(part, "Cache-Control"), await part.text()]).toEqual([200, kept, "card()"]);
  });

  test("serves heavy files from installed packages", async () => {
    const answer = await ask(`/isoqr-1.0.0-abc/packages/${wasm}`);
    expect(summary(answer, "Content-Type")).toEqual([200, "application/wasm"]);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(bytes));
  });

  test.each([
    ["@fontsource-variable/noto-sans-arabic/unicode.json", "application/json"],
    ["@fontsource-variable/noto-sans-jp/files/noto-sans-jp-0-wght-normal.woff2", "font/woff2"],
    ["@twemoji/svg/1f600.svg", "image/svg+xml"],
  ])("serves fonts and emoji that no part always needs: %s", async (path, type) => {
    const answer = await ask(`/isoqr-1.0.0-abc/packages/${path}`);
    expect(summary(answer, "Content-Type")).toEqual([200, type]);
    const file = new URL(`../../node_modules/${path}`, import.meta.url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(file))).toBe(true);
  });

  test.each([
    ["not of the build's version", changed],
    ["not installed", absent],
    ["not wanted by a part", "hono/package.json"],
    ["no file at all", "constructor"],
    ["of a font that is not installed", "@fontsource-variable/no-such-font/unicode.json"],
    ["missing in its package", "@fontsource-variable/noto-sans-arabic/files/none.woff2"],
    ["neither a font nor emoji", "@fontsource-variable/noto-sans-arabic/package.json"],
    ["of a font with another version than in the build", "@fontsource-variable/noto-sans/unicode.json"],
    ["above the packages", "..%2f..%2fpackage.json"],
    ["above the packages", `..%2f${wasm}`],
  ])("does not serve a file that is %s: %s", async (_, path) => {
    expect(summary(await ask(`/isoqr-1.0.0-abc/packages/${path}`))).toEqual([404]);
  });

  test("responds with 404 for any other file", async () => {
    for (const path of ["/offline.js", "/isoqr-1.0.0-abd/card.js", `/isoqr-1.0.0-abd/packages/${wasm}`]) {
      expect(summary(await ask(path))).toEqual([404]);
    }
  });
});
