import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VERSION } from "../../src/http/reference/document.ts";
import { copyProgram } from "./built-program.ts";

let program: ReturnType<typeof copyProgram>;
beforeAll(() => {
  program = copyProgram({ playground: true });
}, 120_000);
afterAll(() => program.remove());

/** Starts the program behind `npm start`, and collects its output. */
const start = (...flags: string[]) => program.start({ LINKS: "memory:" }, flags);

/** Resolves to the program and its URL once it is listening. */
const started = (...flags: string[]) => program.serve({ LINKS: "memory:" }, flags);

test("prints its URL and a working example, and exits on SIGTERM", async () => {
  const { child, seen } = await started();
  const example = /Try (\S+)/.exec(seen.out)?.[1] ?? "";
  const answer = await fetch(example);
  expect(answer.headers.get("Content-Type")).toBe("image/png");
  await answer.arrayBuffer();
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("serves the playground, and the fonts and emoji of its service worker", async () => {
  const { url } = await started();
  expect(await (await fetch(url)).text()).toContain("<title ");
  const build = /\d+\.\d+\.\d+-[0-9a-f]{8}/.exec(await (await fetch(`${url}/sw.js`)).text())?.[0];
  for (const [path, type] of [
    ["@fontsource-variable/noto-sans/unicode.json", "application/json"],
    ["@fontsource-variable/noto-sans-jp/unicode.json", "application/json"],
    ["@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2", "font/woff2"],
    ["@twemoji/svg/2615.svg", "image/svg+xml"],
  ] as const) {
    const answer = await fetch(`${url}/isoqr-${build}/packages/${path}`);
    expect([path, answer.status, answer.headers.get("Content-Type")]).toEqual([path, 200, type]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(readFileSync(`node_modules/${path}`));
  }
});

test("finishes a request in progress after SIGTERM, and rejects new ones", async () => {
  const { child, url } = await started();
  const headers = { "Content-Type": "application/json" };
  const slow = request(`${url}/api/qr`, { method: "POST", headers });
  slow.write('{"data":');
  await once(slow, "socket").then(([socket]) => (socket.connecting ? once(socket, "connect") : socket));
  // A response to a later request shows that the server has received the first half.
  await fetch(`${url}/healthz`);
  child.kill("SIGTERM");
  for (let refused = false; !refused; ) {
    refused = await fetch(`${url}/healthz`).then(
      () => false,
      () => true,
    );
  }
  slow.end('"x","format":"svg"}');
  const [answer] = await once(slow, "response");
  expect(answer.statusCode).toBe(200);
  answer.resume();
  const answered = performance.now();
  expect(await once(child, "exit")).toEqual([0, null]);
  // Connections that are still open after ten seconds are destroyed.
  expect(performance.now() - answered).toBeLessThan(8_000);
});

test("prints its version, and warns about a mistyped setting", async () => {
  const { seen } = await program.serve({ LINKS: "memory:", LIMIT_REQUEST: "5" });
  expect(seen.out).toMatch(new RegExp(`^isoqr ${VERSION} is serving on http`));
  expect(seen.err).toBe("LIMIT_REQUEST is not a setting and has no effect: did you mean LIMIT_REQUESTS?\n");
  const { child, seen: printed } = start("--version");
  await once(child, "exit");
  expect(printed).toEqual({ out: `${VERSION}\n`, err: "" });
});

test("exits with one message for an invalid setting", async () => {
  const { child, seen } = start("--port", "http");
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(seen.err.trim()).toBe('isoqr cannot start: --port must be an integer from 0 to 65535, not "http"');
});

test("exits with one message if the link store cannot be opened", async () => {
  const { child, seen } = start("--links", "sqlite:package.json/links.db");
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(seen.err.trim()).toBe(
    "isoqr cannot start: opening the links in package.json/links.db failed: part of the path is not a folder",
  );
});

test("keeps links after a restart, and builds their URLs with BASE_URL", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "isoqr-serve-")), "made", "links.db");
  const flags = ["--links", `sqlite:${file}`, "--base-url", "https://qr.example.com/"];
  const first = await started(...flags);
  const made = await (await fetch(`${first.url}/api/i?data=x`)).json();
  expect(made.url).toBe(`https://qr.example.com/i/${made.id}`);
  first.child.kill("SIGTERM");
  expect(await once(first.child, "exit")).toEqual([0, null]);
  expect(readdirSync(dirname(file))).toContain("links.db");
  const second = await started(...flags);
  expect(await (await fetch(`${second.url}/api/i?data=x`)).json()).toEqual({ ...made, token: undefined });
  second.child.kill("SIGTERM");
  await once(second.child, "exit");
  rmSync(dirname(dirname(file)), { recursive: true });
});
