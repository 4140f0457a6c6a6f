import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPackedSite, openSite } from "../../src/adapters/site-files.ts";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";

const above = mkdtempSync(join(tmpdir(), "isoqr-site-"));
const folder = pathToFileURL(join(above, "site/"));

beforeAll(() => {
  mkdirSync(join(above, "site/assets"), { recursive: true });
  mkdirSync(join(above, "site/guide/pictures"), { recursive: true });
  writeFileSync(join(above, "site/guide/index.html"), "<!doctype html><html><title>Guide</title>");
  writeFileSync(join(above, "site/guide/many-codes.html"), "<!doctype html><html><title>Many codes</title>");
  writeFileSync(join(above, "site/guide/pictures/code.svg"), "<svg/>");
  writeFileSync(join(above, "secret.js"), "secret");
  writeFileSync(join(above, "site/index.html"), "<!doctype html><title>Playground</title>");
  writeFileSync(join(above, "site/icon.svg"), "<svg/>");
  writeFileSync(join(above, "site/icon-192.png"), "a picture");
  writeFileSync(join(above, "site/assets/main-abc.js"), "main()");
  writeFileSync(join(above, "site/assets/large-abc.js"), "call(1);\n".repeat(5000));
});
afterAll(() => rmSync(above, { recursive: true }));

const app = createApp(createService(), { readSite: openSite(folder) });
const ask = (path: string, headers = {}) => app(new Request(`http://isoqr.test${path}`, { headers }));

describe("the playground", () => {
  test("the playground is served at / and runs only its own scripts", async () => {
    const answer = await ask("/");
    expect(await answer.text()).toContain("Playground");
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("Cache-Control")).toBe("no-cache");
    const policy = answer.headers.get("Content-Security-Policy");
    expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'");
    expect(policy).not.toContain("unsafe-inline");
    const again = await ask("/", { "If-None-Match": answer.headers.get("ETag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("assets are immutable, because their names change with their content", async () => {
    const answer = await ask("/assets/main-abc.js");
    expect([answer.status, await answer.text()]).toEqual([200, "main()"]);
    expect(answer.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
    expect(answer.headers.get("Cache-Control")).toContain("immutable");
    const again = await ask("/assets/main-abc.js", { "If-None-Match": answer.headers.get("ETag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("large files are compressed for clients that accept gzip", async () => {
    const plain = await ask("/assets/large-abc.js");
    const packed = await ask("/assets/large-abc.js", { "Accept-Encoding": "br;q=1.0, gzip;q=0.8" });
    expect([plain.headers.get("Content-Encoding"), packed.headers.get("Content-Encoding")]).toEqual([null, "gzip"]);
    for (const answer of [plain, packed]) expect(answer.headers.get("Vary")).toBe("Accept-Encoding");
    const bytes = Buffer.from(await packed.arrayBuffer());
    expect(bytes.length).toBeLessThan(1000);
    expect(gunzipSync(bytes).toString()).toBe(await plain.text());
    const tag = packed.headers.get("ETag") ?? "";
    expect(tag).not.toBe(plain.headers.get("ETag"));
    const again = await ask("/assets/large-abc.js", { "Accept-Encoding": "gzip", "If-None-Match": tag });
    expect([again.status, again.headers.get("Content-Encoding")]).toEqual([304, null]);
  });

  test("reads a file only once", async () => {
    const read = openSite(folder);
    const [bytes, same] = await Promise.all([read("icon-192.png"), read("icon-192.png")]);
    expect(bytes?.length).toBe(9);
    expect(same).toBe(bytes);
    expect(await read("icon-192.png")).toBe(bytes);
  });

  test("reads compressed files, each only once", async () => {
    const packed = new URL("packed/", folder);
    mkdirSync(packed);
    writeFileSync(new URL("page.js.br", packed), brotliCompressSync("console.log(1)"));
    const read = openPackedSite(packed);
    const [bytes, same] = await Promise.all([read("page.js"), read("page.js")]);
    expect(new TextDecoder().decode(bytes)).toBe("console.log(1)");
    expect(same).toBe(bytes);
    expect(await read("page.js.br")).toBeUndefined();
  });

  test("retries reading a file after a failure", async () => {
    const read = openSite(folder);
    const path = join(above, "site/assets/main-abc.js");
    expect(await read("icon.svg")).toBeDefined();
    renameSync(path, `${path}.away`);
    await expect(read("assets/main-abc.js")).rejects.toThrow("ENOENT");
    renameSync(`${path}.away`, path);
    expect(await read("assets/main-abc.js")).toBeDefined();
  });

  test.each([
    ["gzip;q=0", "large-abc.js"],
    ["gzip; q=0.000", "large-abc.js"],
    ["br, deflate", "large-abc.js"],
    ["gzip", "main-abc.js"],
  ])("with %j, %s is not compressed", async (encoding, name) => {
    const answer = await ask(`/assets/${name}`, { "Accept-Encoding": encoding });
    expect([answer.status, answer.headers.get("Content-Encoding")]).toEqual([200, null]);
  });

  test("serves home screen icons as images", async () => {
    const answer = await ask("/icon-192.png");
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  });

  test("an image that is opened as a page runs no scripts", async () => {
    const answer = await ask("/icon.svg");
    expect([answer.headers.get("Content-Type"), answer.headers.get("Cache-Control")]).toEqual([
      "image/svg+xml",
      "no-cache",
    ]);
    expect(answer.headers.get("Content-Security-Policy")).toContain("sandbox");
  });

  test.each([
    "/assets/..%2F..%2Fsecret.js",
    "/assets/%2e%2e/secret.js",
    "/assets/",
    "/assets/other.js",
    "/assets/main-abc.js/",
  ])("returns 404 for %s", async (path) => {
    const answer = await ask(path);
    expect([answer.status, Object.keys(await answer.json())]).toEqual([404, ["error"]]);
  });
});

test("serves a plain page that describes the API if the playground has not been built", async () => {
  const bare = createApp(createService(), { readSite: openSite(new URL("nothing/", folder)) });
  const answer = await bare(new Request("http://isoqr.test/"));
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("GET /api/qr")]);
});

describe("the guide", () => {
  test("the guide is served at /guide/ with a strict policy", async () => {
    const answer = await ask("/guide/");
    expect([answer.status, await answer.text()]).toEqual([
      200,
      "<!doctype html><html data-server><title>Guide</title>",
    ]);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("Cache-Control")).toBe("no-cache");
    expect(answer.headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const again = await ask("/guide/", { "If-None-Match": answer.headers.get("ETag") ?? "" });
    expect([again.status, again.headers.get("Content-Security-Policy")?.includes("script-src")]).toEqual([304, true]);
  });

  test("/guide redirects to /guide/ by a relative URL", async () => {
    const answer = await ask("/guide");
    expect([answer.status, answer.headers.get("Location")]).toEqual([308, "guide/"]);
  });

  test.each([
    ["/guide/many-codes", "many-codes.html"],
    ["/guide/many-codes?from=a", "many-codes.html?from=a"],
    ["/guide/many-codes/", "../many-codes.html"],
  ])("%s redirects to the page by a relative URL", async (path, location) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get("Location")]).toEqual([308, location]);
    const page = await ask(new URL(location, `http://isoqr.test${path}`).pathname);
    expect(await page.text()).toContain("<title>Many codes</title>");
  });

  test("serves the guide's images and no other files", async () => {
    const picture = await ask("/guide/pictures/code.svg");
    expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/svg+xml"]);
    for (const path of [
      "/guide/none.html",
      "/guide/none",
      "/guide/pictures",
      "/guide/pictures/",
      "/guide/..%2findex.html",
      "/guide/%2e%2e/secret.js",
    ]) {
      expect((await ask(path)).status, path).toBe(404);
    }
  });

  test("serves a page that says where to find the guide if it has not been built", async () => {
    const bare = createApp(createService(), { readSite: async () => undefined });
    const answer = await bare(new Request("http://isoqr.test/guide/"));
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await answer.text()).toContain("<h1>The guide is not installed</h1>");
  });
});
