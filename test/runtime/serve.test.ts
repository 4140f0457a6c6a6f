import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyProgram } from "./built-program.ts";

let program: ReturnType<typeof copyProgram>;
beforeAll(() => {
  program = copyProgram();
}, 120_000);
afterAll(() => program.remove());

/** The program that `npm start` serves with, with everything it prints. */
const start = (...flags: string[]) => program.start({ LINKS: "memory:" }, flags);

/** The same once it serves, and its address. */
const started = (...flags: string[]) => program.serve({ LINKS: "memory:" }, flags);

test("it prints its address and an example that works, and SIGTERM ends it", async () => {
  const { child, seen } = await started();
  const example = /Try (\S+)/.exec(seen.out)?.[1] ?? "";
  const answer = await fetch(example);
  expect(answer.headers.get("Content-Type")).toBe("image/png");
  await answer.arrayBuffer();
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a request under way is finished after SIGTERM, and a new one is refused", async () => {
  const { child, url } = await started();
  const headers = { "Content-Type": "application/json" };
  const slow = request(`${url}/api/qr`, { method: "POST", headers });
  slow.write('{"data":');
  await once(slow, "socket").then(([socket]) => (socket.connecting ? once(socket, "connect") : socket));
  // The server has the first half once it answers another request that came later.
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
  // Connections that are still open after ten seconds are closed by force.
  expect(performance.now() - answered).toBeLessThan(8_000);
});

test("a bad setting stops the start with one sentence", async () => {
  const { child, seen } = start("--port", "http");
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(seen.err.trim()).toBe('isoqr cannot start: --port must be an integer from 0 to 65535, not "http"');
});

test("a store of links that cannot be opened stops the start with one sentence", async () => {
  const { child, seen } = start("--links", "sqlite:package.json/links.db");
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(seen.err.trim()).toBe(
    "isoqr cannot start: links cannot be kept in package.json/links.db: a part of the path is no folder",
  );
});

test("links outlive the server, and their addresses begin with the base address", async () => {
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
