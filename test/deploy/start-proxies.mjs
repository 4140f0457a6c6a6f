import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { blockOf, change, documented, folder, freePort, HOST, run, untilServing, write } from "./parts.mjs";

// Starts nginx and Caddy with the configurations in docs/deploy. Changes only ports and paths.

const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** The shortest part of `text` from `start` to the closing brace of the same indentation. */
function blockIn(text, start) {
  const [block] = new RegExp(`^(\\s*)${start} \\{\\n[\\s\\S]*?^\\1\\}\\n`, "m").exec(`${text}\n`) ?? [];
  if (!block) throw new Error(`the documented configuration has no block ${start}`);
  return block.replace(/^\s*\n/, "");
}

/** Starts nginx in front of `ports`: with docs/deploy/nginx.conf for one port, and with the upstream block of
 *  docs/deploy/many.md for two. Resolves to nginx, its ports, and the folders of its logs and its cache. */
export async function startNginx(ports, { key, certificate }) {
  const [port, plainPort] = [await freePort(), await freePort()];
  const [logs, cache] = [join(folder, `nginx-${port}`), mkdtempSync("/dev/shm/isoqr-proxies-")];
  mkdirSync(logs);
  chmodSync(cache, 0o755);
  let site = documented("nginx.conf");
  if (ports.length > 1) {
    const several = blockOf("many.md", "upstream isoqr {");
    site = change(site, [[blockIn(site, "upstream isoqr"), several]]);
  }
  site = change(site, [
    ["/dev/shm/isoqr", join(cache, "isoqr")],
    ...ports.map((one, at) => [`127.0.0.1:${8080 + at}`, `127.0.0.1:${one}`]),
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen [::]:80;", ""],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`],
    ["listen [::]:443 ssl http2;", ""],
    [`/etc/letsencrypt/live/${HOST}/fullchain.pem`, certificate],
    [`/etc/letsencrypt/live/${HOST}/privkey.pem`, key],
    ["/var/log/nginx/", `${logs}/`],
  ]);
  const child = runNginx(write(`isoqr-${port}.conf`, site), logs);
  child.once("exit", () => rmSync(cache, { recursive: true, force: true }));
  await untilServing(port, child);
  return { child, port, plainPort, logs, cache };
}

/** Starts nginx with the site configuration at `site`. The main configuration is Debian's, edited by the command in
 *  docs/deploy/one-machine.md. */
export function runNginx(site, logs, user = "www-data") {
  const main = join(logs, "nginx.conf");
  cpSync("/etc/nginx/nginx.conf", main);
  const [, edit] = /sed -i '(.+)' \/etc\/nginx\/nginx.conf/.exec(documented("one-machine.md")) ?? [];
  execFileSync("sed", ["-i", edit, main]);
  const places = TEMPORARY.map((name) => `${name}_temp_path ${logs}/${name};`).join(" ");
  const changed = change(readFileSync(main, "utf8"), [
    ["user www-data;", `user ${user};`],
    ["pid /run/nginx.pid;", `pid ${logs}/nginx.pid; daemon off;`],
    ["/var/log/nginx/", `${logs}/`],
    ["include /etc/nginx/conf.d/*.conf;", `include ${site}; ${places}`],
    ["include /etc/nginx/sites-enabled/*;", ""],
  ]);
  writeFileSync(main, changed);
  return run("/usr/sbin/nginx", ["-c", main, "-e", `${logs}/start.log`]);
}

/** Starts Caddy in front of `ports`: with docs/deploy/Caddyfile for one port, and with the block reverse_proxy of
 *  docs/deploy/many.md for two. A certificate replaces those that Caddy would obtain. */
export async function startCaddy(ports, { key, certificate }) {
  const [port, plainPort] = [await freePort(), await freePort()];
  let site = documented("Caddyfile");
  if (ports.length > 1) {
    const several = blockOf("many.md", "health_uri /readyz");
    site = change(site, [[blockIn(site, "reverse_proxy 127.0.0.1:8080"), several]]);
  }
  site = change(site, [
    ...ports.map((one, at) => [`127.0.0.1:${8080 + at}`, `127.0.0.1:${one}`]),
    ["\n{\n", `\n{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n`],
    [`\n${HOST} {\n`, `\n${HOST} {\n\ttls ${certificate} ${key}\n`],
  ]);
  const config = write(`Caddyfile-${port}`, site);
  const home = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = run("/usr/bin/caddy", ["run", "--adapter", "caddyfile", "--config", config], home);
  await untilServing(port, child);
  return { child, port, plainPort };
}
