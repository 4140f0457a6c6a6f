import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { checkPage } from "./browser.mjs";
import {
  checkFlood,
  checkFront,
  checkHalfOpen,
  checkLimits,
  checkPeople,
  filesWith,
  LINKS_A_MINUTE,
  sendText,
} from "./checks.mjs";
import {
  check,
  cleanUp,
  clientAt,
  documented,
  failureCount,
  folder,
  freePort,
  giveUp,
  install,
  makeCertificate,
  root,
  startServer,
  stop,
} from "./parts.mjs";
import { checkRestarts } from "./restarts.mjs";
import { startCaddy, startNginx } from "./start-proxies.mjs";
import { checkStaticSite } from "./static.mjs";

// Tests the configurations for nginx and Caddy in docs/deploy, in front of the built server. Changes only their ports and
// paths. Uses Debian's packages, and installs missing ones if run as root. Prints one line per check, and fails if any check
// fails. With `--restarts 20`, the servers behind Caddy restart as often as those behind nginx, which takes three minutes.

const CADDY_RESTARTS = Number(/--restarts[ =](\d+)/.exec(process.argv.join(" "))?.[1] ?? 4);
const NGINX_RESTARTS = 20;

/** Half a minute of a quiet machine becomes two on a busy one. */
const MINUTES = 10;

const SECRETS = ["textbeforetheoutage", "textduringtheoutage"];

async function checkCache({ port }) {
  const ask = clientAt(port);
  const kept = async (path) => {
    const seen = [];
    for (let time = 0; time < 2; time++) seen.push((await ask(path)).headers["x-cache"]);
    return seen.join();
  };
  const link = JSON.parse((await ask("/api/i?data=kept")).text);
  const shown = (path) => path.replace(link.id, "<id>");
  for (const path of ["/api/qr?data=kept", "/qr?text=kept", `/i/${link.id}.png`]) {
    const seen = await kept(path);
    check(`nginx: caches ${shown(path)}`, seen === "MISS,HIT", seen);
  }
  const others = ["/api/qr?size=1", "/api/i?data=kept", "/api/qr/validate?data=x", `/i/${link.id}`, "/readyz", "/"];
  for (const path of others) {
    const seen = await kept(path);
    check(`nginx: does not cache ${shown(path)}`, seen === "MISS,MISS", seen);
  }
}

/** Checks the configurations for one server. */
async function checkOneServer(certificate) {
  const PORT = String(await freePort());
  const settings = {
    ...{ PORT, LINKS: `sqlite:${join(folder, "links.db")}`, TRUST_PROXY: "loopback", ACCESS_LOG: "json" },
    ...{ LIMITS: "public", LIMIT_LINKS: String(LINKS_A_MINUTE) },
  };
  const server = await startServer(settings);
  const [nginx, caddy] = [await startNginx([PORT], certificate), await startCaddy([PORT], certificate)];
  for (const [name, front] of [
    ["nginx", nginx],
    ["Caddy", caddy],
  ]) {
    await checkFront(name, front);
    await checkLimits(name, front);
    await checkPeople(name, front);
    await checkPage(name, front);
    await checkHalfOpen(name, front);
    await sendText(front, SECRETS[0]);
  }
  await checkCache(nginx);
  await checkFlood(nginx);
  await stop(server);
  const stale = await clientAt(nginx.port)("/api/qr?data=kept");
  check("nginx: serves cached responses while isoqr is down", stale.status === 200, stale.status);
  for (const front of [nginx, caddy]) {
    const statuses = await sendText(front, SECRETS[1]);
    check(
      "a proxy reports an outage",
      statuses.every((status) => status === 502 || status === 503),
      statuses,
    );
  }
  await Promise.all([nginx, caddy].map(({ child }) => stop(child)));
  check("nginx: keeps its cache in memory", documented("nginx.conf").includes("proxy_cache_path /dev/shm/"));
  const written = filesWith(SECRETS, folder).filter((path) => !path.includes("/links.db"));
  check("nginx: no file contains a text", written.length === 0, written);
  const outputs = [server, nginx.child, caddy.child].map(({ seen }) => seen);
  check(
    "no output of nginx, Caddy or isoqr contains a text",
    !outputs.some((seen) => SECRETS.some((text) => seen.includes(text))),
    outputs.map((seen) => seen.split("\n").find((line) => SECRETS.some((text) => line.includes(text)))),
  );
  check("Caddy: its log names outages", outputs[2].includes("connection refused"), outputs[2].slice(-500));
}

/** Checks the configurations for two servers. */
async function checkTwoServers(certificate) {
  const shared = { LINKS: `sqlite:${join(folder, "shared.db")}`, TRUST_PROXY: "loopback" };
  const start = async (delay) => {
    const settings = { ...shared, DRAIN_DELAY: String(delay), PORT: String(await freePort()) };
    return { settings, child: await startServer(settings) };
  };
  const checkOne = async (name, startProxy, delay, restarts) => {
    const servers = [await start(delay), await start(delay)];
    const ports = servers.map(({ settings }) => settings.PORT);
    const front = await startProxy(ports, certificate);
    await checkRestarts(name, front, servers, { restarts, pause: 1_000 * delay });
    await Promise.all([front, ...servers].map(({ child }) => stop(child)));
  };
  await Promise.all([
    checkOne("nginx", startNginx, 0, NGINX_RESTARTS),
    // The delay in seconds is also the pause that many.md names.
    checkOne("Caddy", startCaddy, 3, CADDY_RESTARTS),
  ]);
}

try {
  install();
  execFileSync(process.execPath, ["scripts/build.mjs", "core", "worker", "bundle", "sw", "playground"], {
    cwd: root,
    stdio: "inherit",
  });
  setTimeout(() => giveUp(MINUTES), MINUTES * 60_000).unref();
  const certificate = makeCertificate();
  await checkOneServer(certificate);
  await checkStaticSite();
  await checkTwoServers(certificate);
} finally {
  await cleanUp();
}
console.log(failureCount() === 0 ? "all promises are kept" : `${failureCount()} promises are broken`);
process.exitCode = failureCount() === 0 ? 0 : 1;
