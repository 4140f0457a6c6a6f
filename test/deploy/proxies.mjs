import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

// Tests the configurations for nginx and Caddy in docs/deploy, in front of the built server. Changes only their ports,
// folders and URL. Uses Debian's packages, and installs missing ones if run as root. Prints one line per check, and
// fails if any check fails.

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "isoqr-proxies-"));
const children = [];
let failures = 0;

function check(what, isOk, seen) {
  if (!isOk) failures += 1;
  console.log(`${isOk ? "ok    " : "FAILED"} ${what}${isOk ? "" : `: ${JSON.stringify(seen)}`}`);
}

function install() {
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

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

function run(program, args, env = {}, isQuiet = false) {
  const child = spawn(program, args, {
    env: { ...process.env, HOME: folder, ...env },
    stdio: ["ignore", "ignore", isQuiet ? "ignore" : "inherit"],
  });
  children.push(child);
  return child;
}

async function answers(url) {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return;
    await sleep(50);
  }
  throw new Error(`no response from ${url}`);
}

/** The limit for links per minute. It is low enough for the check that exceeds it, and high enough for all others. */
const LINKS_A_MINUTE = 40;

/** Sends a request from one of this machine's addresses. The proxies, and therefore isoqr, treat each address as a
 *  separate client. */
async function statusFrom(address, url, headers = {}) {
  const asking = request(url, { localAddress: address, headers }).end();
  const [answer] = await once(asking, "response");
  answer.resume();
  await once(answer, "end");
  return answer;
}

/** Checks that each client behind a proxy is counted separately, and that clients cannot evade the limits with
 *  headers. */
async function checkLimits(name, front) {
  const last = name === "nginx" ? 51 : 52;
  const [busy, quiet] = [`127.0.0.${last}`, `127.0.0.${last + 10}`];
  const ask = (address, spoofed) =>
    statusFrom(address, `${front}/api/i?data=limits`, { "X-Forwarded-For": spoofed ?? "192.0.2.1" });
  const answers = [];
  for (let i = 0; i < LINKS_A_MINUTE + 2; i++) answers.push(await ask(busy, `192.0.2.${i}`));
  // Each of the two processes allows half of the requests.
  const refusal = answers.find(({ statusCode }) => statusCode === 429);
  check(`${name}: X-Forwarded-For of a client does not evade its limit`, refusal, answers.length);
  check(`${name}: the 429 has a Retry-After`, Number(refusal?.headers["retry-after"]) > 0, refusal?.headers);
  const other = await ask(quiet);
  check(`${name}: other clients are not limited`, other.statusCode === 200, other.statusCode);
}

/** Checks the limits that nginx enforces. */
async function checkFlood(front) {
  const requests = Array.from({ length: 450 }, (_, i) =>
    statusFrom("127.0.0.71", `${front}/api/qr?data=flood-${i % 10}`),
  );
  const answers = await Promise.all(requests);
  const limited = answers.filter(({ statusCode }) => statusCode === 429);
  const [first] = limited;
  check("nginx: rejects part of a flood", limited.length > 0 && limited.length < 450, limited.length);
  check(
    "nginx: responds like isoqr, with JSON and Retry-After",
    first?.headers["content-type"] === "application/json" &&
      first.headers["access-control-allow-origin"] === "*" &&
      first.headers["retry-after"] === "1",
    first?.headers,
  );
  const other = await statusFrom("127.0.0.72", `${front}/api/qr?data=calm`);
  check("nginx: other clients are not limited", other.statusCode === 200, other.statusCode);
}

/** Checks that apply to every proxy; `front` is its URL. */
async function checkFront(name, front) {
  const host = new URL(front).host;
  const spoofed = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" };
  const link = await (await fetch(`${front}/api/i?data=behind-${name}`, { headers: spoofed })).json();
  check(
    `${name}: links have the proxy's URL, whichever Host a client sends`,
    link.url === `${front}/i/${link.id}`,
    link,
  );
  const page = await fetch(link.url, { headers: spoofed });
  const text = await page.text();
  check(`${name}: the pages of links have the proxy's URL`, text.includes(host) && !text.includes("evil"), page.status);
  const long = `${front}/api/qr?ec=L&data=${encodeURIComponent("€".repeat(984))}`;
  check(`${name}: passes the longest text in a URL`, (await fetch(long)).status === 200);
  const headers = { "Content-Type": "application/json" };
  const items = [{ data: "x" }];
  const batch = JSON.stringify({ items, pad: "x".repeat(15 * 1024 * 1024) });
  const drawn = await fetch(`${front}/api/qr/batch`, { method: "POST", headers, body: batch });
  check(`${name}: passes a batch of 15 MiB`, drawn.status === 200, drawn.status);
  const svg = `${front}/api/qr?data=${name}&format=svg`;
  const packed = await fetch(svg, { headers: { "Accept-Encoding": "gzip" } });
  check(`${name}: compresses SVGs`, packed.headers.get("Content-Encoding") === "gzip", [...packed.headers]);
  const tag = packed.headers.get("ETag") ?? "";
  const again = await fetch(svg, { headers: { "If-None-Match": tag, "Accept-Encoding": "gzip" } });
  check(`${name}: revalidates a compressed picture by its ETag`, again.status === 304, [again.status, tag]);
}

async function checkNginx(backend) {
  const port = await freePort();
  mkdirSync(join(folder, "cache"));
  const site = readFileSync(join(root, "docs/deploy/nginx.conf"), "utf8")
    .replace("/var/lib/nginx/isoqr", join(folder, "cache"))
    .replace("127.0.0.1:8080", backend)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("server_name qr.example.com;", "server_name _;");
  writeFileSync(join(folder, "isoqr.conf"), site);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/nginx.pid; error_log stderr error; user root; events {}
     http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
     include ${folder}/isoqr.conf; }`,
  );
  run("/usr/sbin/nginx", ["-c", join(folder, "nginx.conf"), "-e", "stderr"]);
  const front = `http://127.0.0.1:${port}`;
  await answers(`${front}/healthz`);
  await checkFront("nginx", front);
  const kept = async (path) => {
    const seen = [];
    for (let time = 0; time < 2; time++) seen.push((await fetch(front + path)).headers.get("X-Cache"));
    return seen.join();
  };
  const link = await (await fetch(`${front}/api/i?data=kept`)).json();
  for (const path of ["/api/qr?data=kept", "/qr?text=kept", `/i/${link.id}.png`]) {
    check(`nginx: caches ${path.replace(link.id, "<id>")}`, (await kept(path)) === "MISS,HIT", await kept(path));
  }
  for (const path of [
    "/api/qr?size=1",
    "/api/i?data=kept",
    "/api/qr/validate?data=x",
    `/i/${link.id}`,
    "/readyz",
    "/",
  ]) {
    check(
      `nginx: does not cache ${path.replace(link.id, "<id>")}`,
      (await kept(path)) === "MISS,MISS",
      await kept(path),
    );
  }
  return front;
}

async function checkCaddy(backend) {
  const port = await freePort();
  const site = readFileSync(join(root, "docs/deploy/Caddyfile"), "utf8")
    .replace("127.0.0.1:8080", backend)
    .replace("\n{\n", "\n{\n\tadmin off\n")
    .replace("\nqr.example.com {", `\nhttp://127.0.0.1:${port} {`);
  writeFileSync(join(folder, "Caddyfile"), site);
  run(
    "/usr/bin/caddy",
    ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")],
    { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    true,
  );
  const front = `http://127.0.0.1:${port}`;
  await answers(`${front}/healthz`);
  await checkFront("Caddy", front);
  return front;
}

try {
  install();
  execFileSync(process.execPath, ["scripts/build.mjs", "core", "bundle"], { cwd: root, stdio: "inherit" });
  const port = await freePort();
  const env = {
    PORT: String(port),
    LINKS: `sqlite:${join(folder, "links.db")}`,
    TRUST_PROXY: "loopback",
    LIMITS: "public",
    LIMIT_LINKS: String(LINKS_A_MINUTE),
  };
  const server = run(process.execPath, [join(root, "dist/serve.js")], env);
  const backend = `127.0.0.1:${port}`;
  await answers(`http://${backend}/readyz`);
  const front = await checkNginx(backend);
  await checkLimits("nginx", front);
  await checkFlood(front);
  await checkLimits("Caddy", await checkCaddy(backend));
  const gone = once(server, "exit");
  server.kill("SIGTERM");
  await gone;
  const stale = await fetch(`${front}/api/qr?data=kept`);
  check("nginx: serves cached responses while isoqr is down", stale.status === 200, stale.status);
} finally {
  for (const child of children) child.kill("SIGTERM");
  await sleep(300);
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? "all promises are kept" : `${failures} promises are broken`);
process.exitCode = failures === 0 ? 0 : 1;
