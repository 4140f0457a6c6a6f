import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { blockOf, change, check, folder, freePort, root, stop, write } from "./parts.mjs";
import { runNginx } from "./start-proxies.mjs";

/** Checks the configuration of nginx in docs/static-hosting.md with the built playground. */
export async function checkStaticSite() {
  const port = await freePort();
  const logs = join(folder, "static");
  mkdirSync(logs);
  const site = join(root, "build/demo");
  const block = change(blockOf("../static-hosting.md", "location /tools/qr/"), [["/srv/isoqr/", `${site}/`]]);
  const server = `server { listen 127.0.0.1:${port}; ${block} }`;
  // The playground may be in a folder that nginx's unprivileged workers cannot read.
  const child = runNginx(write("static.conf", server), logs, "root");
  const ask = async (path) => {
    const headers = { "Accept-Encoding": "gzip" };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", headers });
    const { status } = answer;
    const [type, encoding, control, location] = ["Content-Type", "Content-Encoding", "Cache-Control", "Location"].map(
      (name) => answer.headers.get(name),
    );
    return { status, type, encoding, control, location, text: await answer.text() };
  };
  for (let tries = 0; tries < 100 && !(await ask("/").catch(() => undefined)); tries++) await sleep(50);

  const short = await ask("/tools/qr");
  check("static site: redirects /tools/qr", short.status === 301 && short.location === "/tools/qr/", short);
  const index = await ask("/tools/qr/");
  check("static site: compresses the page", index.status === 200 && index.encoding === "gzip", index.encoding);
  check("static site: makes browsers revalidate the page", index.control === "no-cache", index.control);
  const names = readdirSync(join(site, "assets"));
  for (const [ending, type] of [
    [".js", "text/javascript"],
    [".css", "text/css"],
  ]) {
    const name = names.find((one) => one.endsWith(ending));
    const asset = await ask(`/tools/qr/assets/${name}`);
    const isRight = asset.type === type && asset.encoding === "gzip" && asset.control?.includes("immutable");
    check(`static site: compresses ${ending} files, which browsers keep`, isRight, { ...asset, text: undefined });
  }
  const lost = readFileSync(join(site, "404.html"), "utf8");
  for (const path of ["/tools/qr/none", "/tools/qr/assets/none.js", "/tools/qr/isoqr-0/none.js"]) {
    const { status, text } = await ask(path);
    check(`static site: ${path} is 404 with the page of the site`, status === 404 && text === lost, status);
  }
  await stop(child);
}
