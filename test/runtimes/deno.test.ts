import { once } from "node:events";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { settings, variableOf } from "../../src/runtime/settings-table.ts";
import { startTestServer, type TestServer } from "../postgres/database.ts";
import { type Command, freePort, printed, printedCommand } from "./commands.ts";
import { end, run, serveForTest } from "./program.ts";

const variables = Object.keys(settings).map(variableOf);
const getLink = async (url: string) => (await fetch(`${url}/api/i?data=kept`)).json();

/** Returns `command` with all matches of `pattern` replaced by `text`. */
const changed = ({ words, env = {} }: Command, pattern: string | RegExp, text: string): Command => ({
  words: words.map((word) => word.replaceAll(pattern, text)),
  env,
});

describe.runIf(inject("runtimes").deno)("on Deno, as docs/deploy/deno.md prints it", () => {
  test("every command allows Deno to read every setting", () => {
    const denos = printed.filter((command) => command.startsWith("deno"));
    expect(denos).toHaveLength(3);
    for (const command of denos) {
      expect(/--allow-env=(\S+)/.exec(command)?.[1]?.split(",")).toEqual(expect.arrayContaining(variables));
      expect(command).not.toMatch(/-A\b|--allow-all|--allow-run/);
    }
  });

  test.each(["deno run", "deno serve"])("%s: stores links in a file", async (start) => {
    const command = await printedCommand(start);
    const first = await serveForTest(command);
    const { id } = await getLink(first.url);
    expect(await end(first)).toEqual([0, null]);
    const second = await serveForTest(command);
    const kept = await getLink(second.url);
    expect([kept.id, kept.token]).toEqual([id, undefined]);
    expect((await fetch(`${second.url}/i/${id}.png`)).status).toBe(200);
    expect(await end(second)).toEqual([0, null]);
    expect([first.seen.err, second.seen.err]).toEqual(["", ""]);
  });

  test.each([
    ["--node-modules-dir=manual", [200, 200, true]],
    ["--no-config", [501, 501, false]],
  ] as const)("deno serve in another folder with %s", async (flag, expected) => {
    const { deno = "" } = inject("runtimes");
    const flags = ["serve", "-A", flag, "--host", "127.0.0.1", "--port", String(await freePort())];
    const words = [deno, ...flags, join(inject("checkout"), "dist/deno.js")];
    const { url } = await serveForTest({ words, env: { LINKS: "memory:" }, folder: tmpdir() });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9H0"/></svg>';
    const body = JSON.stringify({ data: "x", logoData: btoa(svg) });
    const headers = { "Content-Type": "application/json" };
    const logo = await fetch(`${url}/api/qr`, { method: "POST", headers, body });
    const card = await fetch(`${url}/api/og?data=x`);
    const report = await (await fetch(`${url}/api/qr/validate?data=x`)).json();
    const { scan } = report as { scan?: { decoders: { error?: string }[] } };
    const isComplete = scan?.decoders.every(({ error }) => error === undefined) ?? false;
    expect([logo.status, card.status, isComplete]).toEqual(expected);
    if (logo.ok) return;
    expect((await logo.json()).error).toContain("start it with --node-modules-dir=manual");
    expect(JSON.stringify(report)).toContain("start it with --node-modules-dir=manual");
  });

  describe("PostgreSQL", () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer();
    }, 60_000);
    afterAll(() => server.stop());

    test("deno run: stores links", async () => {
      const url = await server.createDatabase();
      const command = changed(await printedCommand("postgres://"), /postgres:\S+/g, url);
      const there = changed(command, "127.0.0.1:5432", new URL(url).host);
      const first = await serveForTest(there);
      const { token } = await getLink(first.url);
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(await end(first)).toEqual([0, null]);
      const second = await serveForTest(there);
      expect(await getLink(second.url)).not.toHaveProperty("token");
      expect(await end(second)).toEqual([0, null]);
    });
  });

  test.each([
    [
      "deno run",
      /--allow-env=\S+/g,
      `Deno denies access to environment variables: add --allow-env=${variables.join(",")}`,
    ],
    [
      "deno serve",
      /--allow-env=\S+/g,
      `Deno denies access to environment variables: add --allow-env=${variables.join(",")}`,
    ],
    ["deno run", /--allow-sys=\S+/g, 'loading the package libsql failed: Requires sys access to "cpus"'],
    ["deno run", /--allow-ffi=\S+/g, "loading the package libsql failed: Requires ffi access"],
    ["deno run", /--allow-write=\S+/g, "opening the links in ./data/elsewhere/links.db failed: Requires write access"],
    [
      "deno run",
      /--allow-read=\S+ .\n +--allow-write=\S+/g,
      "opening the links in ./data/elsewhere/links.db failed: Requires",
    ],
    ["deno serve", /--allow-ffi=\S+/g, "loading the package libsql failed: Requires ffi access"],
  ])("%s without %s names what is missing", async (start, permission, message) => {
    const command = await printedCommand(start, ["--links", "sqlite:./data/elsewhere/links.db"]);
    const { gone, seen } = run(changed(command, permission, "--no-prompt"));
    expect(await gone).toEqual([1, null]);
    expect(seen.err).toMatch(/^isoqr cannot start: [^\n]*\n$/);
    expect(seen.err).toContain(message);
  });

  test("deno run without permission to listen fails with Deno's message", async () => {
    const command = await printedCommand("deno run", ["--links", "memory:"]);
    const { gone, seen } = run(changed(command, /--allow-net=\S+/g, "--no-prompt"));
    expect(await gone).toEqual([1, null]);
    expect(seen.err).toMatch(/Requires net access to "127\.0\.0\.1:\d+"/);
  });

  test("rejects more than one process", async () => {
    const env = { PATH: dirname(inject("runtimes").deno ?? "") };
    const { gone, seen } = run({ words: ["deno", "run", "-A", "dist/serve.js", "--port", "0", "--workers", "2"], env });
    expect(await gone).toEqual([1, null]);
    expect(seen.err).toBe("isoqr cannot start: workers must be 1 on Deno: use deno serve --parallel instead\n");
  });

  test("fails to start on a port in use", async () => {
    const command = await printedCommand("deno run", ["--links", "memory:"]);
    await serveForTest(command);
    const second = run(command);
    expect(await second.gone).toEqual([1, null]);
    expect(second.seen.err).toMatch(/^isoqr cannot start: port \d+ on 127\.0\.0\.1 is already in use: [^\n]*\n$/);
  });

  test.each([
    ["--port=81", "must come before the file, as in deno serve --host HOST --port PORT FILE"],
    [
      "--access-log=json --drain-delay=1",
      "deno serve does not support drain-delay, access-log: use deno run with serve.js",
    ],
    ["--prot=1", "unknown flag --prot: the flags"],
  ])("deno serve rejects %s after the file", async (flag, message) => {
    const { gone, seen } = run(await printedCommand("deno serve", ["--links", "memory:", flag]));
    expect(await gone).toEqual([1, null]);
    expect(seen.err).toContain(message);
  });

  test("deno serve uses X-Forwarded-For of trusted proxies only", async () => {
    const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "qr.example.com" };
    const addresses = await Promise.all(
      ["loopback", "10.0.0.0/8"].map(async (list) => {
        const { url } = await serveForTest(
          await printedCommand("deno serve", ["--links", "memory:", "--trust-proxy", list]),
        );
        const made = await (await fetch(`${url}/api/i?data=x`, { headers })).json();
        return made.url.replace(url, "its own");
      }),
    );
    expect(addresses).toEqual([
      expect.stringMatching(/^https:\/\/qr\.example\.com\/i\//),
      expect.stringMatching(/^its own/),
    ]);
  });

  test.each(["deno run", "deno serve"])(
    "%s: responds with 502 for logos on servers that Deno's permissions exclude",
    async (start) => {
      const { url } = await serveForTest(await printedCommand(start, ["--links", "memory:"]));
      for (const scheme of ["http", "https"]) {
        const answer = await fetch(`${url}/api/qr?data=x&logo=${scheme}://93.184.216.34:8000/logo.png`);
        expect([answer.status, (await answer.json()).error]).toEqual([
          502,
          expect.stringMatching(/^logo could not be/),
        ]);
      }
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    },
  );

  test("deno run: finishes a partly received request after SIGTERM", async () => {
    const server = await serveForTest(await printedCommand("deno run", ["--links", "memory:"]));
    const slow = request(`${server.url}/api/qr`, { method: "POST", headers: { "Content-Type": "application/json" } });
    slow.write('{"data":');
    await once(slow, "socket").then(([socket]) => (socket.connecting ? once(socket, "connect") : socket));
    // A response to a later request shows that the server has received the first half.
    await (await fetch(`${server.url}/healthz`)).arrayBuffer();
    server.child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 200));
    slow.end('"x","format":"svg"}');
    const [answer] = await once(slow, "response");
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(await server.gone).toEqual([0, null]);
  });

  test("deno serve: finishes responses in progress after SIGTERM", async () => {
    const server = await serveForTest(await printedCommand("deno serve", ["--links", "memory:"]));
    const items = Array.from({ length: 50 }, (_, at) => ({ data: `${at}`.repeat(500), size: 2048, dotStyle: "dots" }));
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${server.url}/api/qr/batch`, {
      method: "POST",
      headers,
      body: JSON.stringify({ items }),
    });
    server.child.kill("SIGTERM");
    expect((await answer.json()).results).toHaveLength(50);
    expect(await server.gone).toEqual([0, null]);
  });
});
