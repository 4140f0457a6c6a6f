import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

// What the checks of the documented configurations share: programs, folders, certificates and requests.

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The host of the documented configurations. Requests name it, but connect to this machine. */
export const HOST = "qr.example.com";

/** How long a check waits for a proxy, in milliseconds: longer than the documented proxies wait for a server. */
export const PATIENCE = 90_000;

/** Everything that the proxies and the servers write. */
export const folder = mkdtempSync(join(tmpdir(), "isoqr-proxies-"));
// nginx's workers are unprivileged.
chmodSync(folder, 0o755);

const children = new Set();
let failures = 0;

/** Prints whether a claim of the docs is true; `seen` explains a failure. */
export function check(what, isOk, seen) {
  if (!isOk) failures += 1;
  console.log(`${isOk ? "ok    " : "FAILED"} ${what}${isOk ? "" : `: ${JSON.stringify(seen)}`}`);
}

export const failureCount = () => failures;

/** Installs Debian's packages, if they are missing. */
export function install() {
  const wanted = [
    ["nginx-light", "/usr/sbin/nginx"],
    ["caddy", "/usr/bin/caddy"],
  ];
  const missing = wanted.filter(([, path]) => !existsSync(path)).map(([name]) => name);
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...missing]]) {
    execFileSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", "ignore", 2] });
  }
}

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a program whose output is collected in `child.seen`. */
export function run(program, args, env = {}) {
  const child = spawn(program, args, { env: { ...process.env, HOME: folder, ...env } });
  child.seen = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      child.seen += bytes;
    });
  }
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

export async function stop(child) {
  if (!children.has(child)) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => {
    check(`${child.spawnfile} stops within ${PATIENCE / 1_000} s`, false, child.seen.slice(-500));
    child.kill("SIGKILL");
  }, PATIENCE);
  await gone;
  clearTimeout(late);
}

/** Ends the process with the last lines of each program that still runs. */
export function giveUp(minutes) {
  for (const child of children) {
    console.log(`${child.spawnargs.join(" ")}:\n${child.seen.slice(-2_000)}`);
    child.kill("SIGKILL");
  }
  console.log(`FAILED the checks end within ${minutes} minutes: the next one after the last line above does not`);
  rmSync(folder, { recursive: true, force: true });
  process.exit(1);
}

/** Stops all programs and removes their files. */
export async function cleanUp() {
  await Promise.all([...children].map(stop));
  rmSync(folder, { recursive: true, force: true });
}

/** Starts the built server with `settings`, and resolves once it is ready. */
export async function startServer(settings) {
  const server = run(process.execPath, [join(root, "dist/serve.js")], { BASE_URL: "", ...settings });
  await answers(`http://127.0.0.1:${settings.PORT}/readyz`);
  return server;
}

async function answers(url) {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`no response from ${url}`);
}

/** Returns a file of docs/deploy, or of docs if `name` starts with "../". */
export const documented = (name) => readFileSync(join(root, "docs/deploy", name), "utf8");

/** Returns the code block of the page `name` that contains `input`. */
export function blockOf(name, words) {
  const blocks = [...documented(name).matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, code]) => code);
  const block = blocks.find((code) => code.includes(words));
  if (!block) throw new Error(`docs/deploy/${name} has no code block with "${words}"`);
  return block;
}

/** Replaces each text in `changes`, which must occur in `text`. Only ports, paths and addresses may be changed, so that the
 *  documented configuration itself is tested. */
export function change(text, changes) {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the documented configuration has no "${from}"`);
    return changed.replaceAll(from, to);
  }, text);
}

/** Creates a certificate for HOST in `folder`. */
export function makeCertificate() {
  const [key, certificate] = [join(folder, "privkey.pem"), join(folder, "fullchain.pem")];
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${HOST} -addext subjectAltName=DNS:${HOST}`;
  execFileSync("openssl", [...words.split(" "), "-keyout", key, "-out", certificate], { stdio: "ignore" });
  chmodSync(key, 0o644);
  return { key, certificate };
}

/** Writes a file of `folder`, and returns its path. */
export function write(name, text) {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** The client of a proxy at `port` of this machine. Proxies, and therefore isoqr, treat each `address` as a separate
 *  client. */
export function clientAt(port, address = "127.0.0.1") {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return async (path, { method = "GET", headers = {}, body } = {}) => {
    const asking = request({
      ...{ agent, host: "127.0.0.1", port, path, method, localAddress: address },
      ...{ servername: HOST, ca: readFileSync(join(folder, "fullchain.pem")), headers: { Host: HOST, ...headers } },
      timeout: PATIENCE,
    }).end(body);
    asking.once("timeout", () => asking.destroy(new Error("no response")));
    const [answer] = await once(asking, "response");
    const chunks = [];
    for await (const chunk of answer) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    return { status: answer.statusCode, headers: answer.headers, raw: answer.rawHeaders, bytes, text: String(bytes) };
  };
}

/** Resolves once the proxy at `port` passes requests to a server. */
export async function untilServing(port, child) {
  const ask = clientAt(port, "127.0.0.2");
  let seen;
  for (let tries = 0; tries < 200 && children.has(child); tries++) {
    seen = await ask("/healthz").catch(({ message }) => ({ message }));
    if (seen.status === 200) return;
    await sleep(50);
  }
  throw new Error(`the proxy does not respond: ${seen?.message ?? seen?.status} ${child.seen}`);
}
