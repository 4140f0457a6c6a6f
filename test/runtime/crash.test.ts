import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqliteLinks } from "../../src/stores/sqlite/store.ts";
import { rounds } from "../sweep.ts";

const ROUNDS = rounds(20);
const SERVERS = 4;
const CREATORS = 50;
/** The number of different links. Two clients create each link at the same time, on two servers. */
const TEXTS = CREATORS / 2;

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "isoqr-crash-"));
const file = join(folder, "links.db");
const children = new Set<ChildProcess>();

/** A copy of the built server, so that a rebuild during the tests does not affect it. */
const program = join(root, "build", `crash-${process.pid}`);

beforeAll(() => {
  // Does nothing if `npm test` has already built everything.
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "core", "bundle"]);
  // Leaves out type declarations and the playground.
  const served = (path: string) => !["types", "demo", "sw"].includes(basename(path));
  cpSync(join(root, "dist"), program, { recursive: true, filter: served });
}, 120_000);
afterAll(async () => {
  await killAll();
  for (const made of [folder, program]) rmSync(made, { recursive: true, force: true });
});

/** Starts a server and resolves to its URL. */
async function start(): Promise<string> {
  const settings = ["--port", "0", "--links", `sqlite:${file}`];
  const child = spawn(process.execPath, [join(program, "serve.js"), ...settings], { env: {} });
  children.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const gone = once(child, "exit").then(() => {
    throw new Error(`the server stopped: ${output}`);
  });
  // Only an exit during startup is an error. Later exits are expected.
  gone.catch(() => undefined);
  for (;;) {
    const url = /serving on (\S+)\n/.exec(output)?.[1];
    if (url) return url;
    await Promise.race([once(child.stdout, "data"), gone]);
  }
}

/** Kills all servers at once with SIGKILL. */
async function killAll(): Promise<void> {
  const dying = [...children].filter((child) => child.exitCode === null && child.signalCode === null);
  children.clear();
  const gone = dying.map((child) => once(child, "exit"));
  for (const child of dying) child.kill("SIGKILL");
  await Promise.all(gone);
}

interface Acknowledged {
  readonly text: string;
  readonly id: string;
  readonly token?: string;
}

async function create(server: string, text: string): Promise<Acknowledged> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${server}/api/i`, { method: "POST", headers, body: JSON.stringify({ data: text }) });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return { ...(await answer.json()), text };
}

/** Sends all requests at once, and kills the servers as soon as `enough` requests have a response. */
async function createAndKill(round: number, enough: number): Promise<readonly Acknowledged[]> {
  const servers = await Promise.all(Array.from({ length: SERVERS }, start));
  const acknowledged: Acknowledged[] = [];
  let killed: Promise<void> | undefined;
  const creators = Array.from({ length: CREATORS }, async (_, i) => {
    const server = servers[i % SERVERS] ?? "";
    const link = await create(server, `https://example.com/${round}/${i % TEXTS}`).catch((error) => {
      // Running servers have no reason to reject a request.
      if (!killed) throw error;
    });
    if (link) acknowledged.push(link);
    if (acknowledged.length >= enough) killed ??= killAll();
  });
  await Promise.all(creators);
  await killed;
  return acknowledged;
}

test(`${SERVERS} servers on one file keep all acknowledged links when all are killed with SIGKILL, ${ROUNDS} times`, async () => {
  const all: Acknowledged[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // In the first round, the servers are killed after the first response. In each following round they are killed
    // later, and in the last round when only one response is missing.
    const enough = 1 + Math.round((round * (CREATORS - 2)) / (ROUNDS - 1));
    const acknowledged = await createAndKill(round, enough);
    expect(acknowledged.length).toBeGreaterThanOrEqual(enough);
    all.push(...acknowledged);

    const store = await openSqliteLinks(file);
    for (const { text, id, token } of acknowledged) {
      const stored = await store.find(id);
      expect(stored?.data).toBe(text);
      if (token) expect(stored?.tokenHash).toBe(createHash("sha256").update(token).digest("hex"));
    }
    await store.close();
  }

  // Each link was requested twice, and only the request that created its link got the token. If only one request got a
  // response, the token may have been in the lost one.
  for (const { text } of all) {
    const answers = all.filter((link) => link.text === text);
    const tokens = answers.filter(({ token }) => token !== undefined).length;
    expect([text, tokens]).toEqual([text, answers.length === 2 ? 1 : expect.toBeOneOf([0, 1])]);
  }

  const server = await start();
  for (const { id } of all) expect((await fetch(`${server}/i/${id}.svg`)).status).toBe(200);
}, 300_000);
