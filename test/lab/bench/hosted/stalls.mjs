import { spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { createCaller } from "./caller.mjs";
import { CALM, quantile, stream } from "./load.mjs";
import { light } from "./requests.mjs";
import { serve } from "./server.mjs";

/** Requests per second of the clients that are measured: probes of /healthz, and light requests from another address
 *  than the load's. */
const RATE = 25;
const OTHER = "127.0.0.2";

const healthz = () => ({ path: "/healthz" });

/** Milliseconds after which the load counts as started. */
const LEAD = 500;

/** Sends the most expensive requests that the fuzzer has found, each over many sockets for `seconds` seconds, to a server
 *  without limits and to one with the limits of public servers. Measures how long /healthz takes meanwhile, and light
 *  requests of another client. */
export async function measureStalls({ seconds }) {
  const sets = await readSets();
  const rows = [];
  for (const [name, settings] of [
    ["without limits", {}],
    ["LIMITS=public", { LIMITS: "public" }],
  ]) {
    const found = [];
    console.log(`${name}: /healthz worst and p99 under 50 sockets, light p50 under 40, status of the load`);
    for (const set of sets) found.push(await measureSet(set, settings, seconds));
    rows.push(...rowsOf(name, found));
  }
  return { rows, figures: {} };
}

/** Measures one option set on a new server, whose caches are empty. */
async function measureSet({ file, requests }, settings, seconds) {
  // Not pinned, because the main thread and the threads for heavy work need a processor each, as in production.
  const server = await serve(settings, { pin: false });
  try {
    const all = await requests(server.url);
    for (const next of [healthz, light]) await stream(server.url, { rate: 100, seconds: 1, next });
    const calm = await stream(server.url, { rate: RATE, seconds, next: light, localAddress: OTHER });
    const health = await measureUnderLoad(server.url, { sockets: 50, seconds, all }, { next: healthz });
    const others = await measureUnderLoad(
      server.url,
      { sockets: 40, seconds, all },
      { next: light, localAddress: OTHER },
    );
    const failed = [...health.outcomes, ...others.outcomes].find(({ status }) => status !== 200);
    if (failed) throw new Error(`a measured request got a ${failed.status} during ${file}`);
    const measured = {
      file,
      worst: quantile(health.outcomes, 1),
      p99: quantile(health.outcomes, 0.99),
      light: quantile(others.outcomes, 0.5),
      ratio: quantile(others.outcomes, 0.5) / quantile(calm, 0.5),
      calm: quantile(calm, 0.99),
    };
    const [worst, p99, ratio] = [measured.worst, measured.p99, measured.ratio].map((time) => time.toFixed(1));
    const statuses = JSON.stringify(health.statuses);
    console.log(`  ${worst} ms, ${p99} ms; ${measured.light.toFixed(1)} ms, ${ratio}x idle; ${statuses}: ${file}`);
    return measured;
  } finally {
    await server.end();
  }
}

/** Runs a load in a separate process, and measures requests from `next` meanwhile. */
async function measureUnderLoad(url, { sockets, seconds, all }, { next, localAddress }) {
  const script = fileURLToPath(new URL("load-child.mjs", import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  // In production, the load comes from other machines. Here, it must not take the processors of the server.
  setPriority(child.pid, 10);
  const gone = once(child, "exit");
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  child.stdin.end(JSON.stringify({ url, sockets, seconds: seconds + (2 * LEAD) / 1000, all }));
  await once(child.stdout, "data");
  await new Promise((resolve) => setTimeout(resolve, LEAD));
  const outcomes = await stream(url, { rate: RATE, seconds, next, localAddress });
  await gone;
  const statuses = JSON.parse(output.trim().split("\n").at(-1));
  // A request that is refused as wrong measures nothing.
  const wrong = Object.keys(statuses).find((status) => status.startsWith("4") && status !== "429");
  if (wrong) throw new Error(`the load got a ${wrong}: ${JSON.stringify(all[0]).slice(0, 200)}`);
  return { outcomes, statuses };
}

/** Number of different requests per option set, so that caches do not help. */
const VARIANTS = 40;

/** Resolves to the option sets in the fuzzer's corpus. `requests` resolves to the requests for a server, after it has
 *  created the links that they refer to. */
async function readSets() {
  const load = async (name) =>
    (await runnerImport(fileURLToPath(new URL(`../../fuzz/${name}`, import.meta.url)))).module;
  const { readCorpus } = await load("corpus.ts");
  const { setOf } = await load("option-sets.ts");
  const { requestsOf } = await load("option-requests.ts");
  return readCorpus("costs").map(([file, kept]) => ({
    file,
    async requests(url) {
      const caller = createCaller(url);
      const all = [];
      let id = "none";
      for (let nonce = 0; nonce < VARIANTS; nonce++) {
        const { link, request } = requestsOf(setOf(kept), nonce);
        // One link is enough, because its pictures are not cached, and clients may create few links.
        if (link && nonce === 0) id = JSON.parse((await caller.ask(link)).body).id;
        const { accept, ...sent } = request(id);
        all.push({ ...sent, ...(accept && { headers: `Accept: ${accept}\r\n` }) });
      }
      caller.close();
      return all;
    },
  }));
}

function rowsOf(name, found) {
  const slowest = (key) => found.reduce((one, other) => (other[key] > one[key] ? other : one));
  const [health, others] = [slowest("worst"), slowest("ratio")];
  return [
    {
      label: `slowest /healthz under 50 sockets that send the most expensive requests, ${name}`,
      least: 100,
      measured: health.worst,
      unit: "ms",
      better: "less",
      note: `during ${health.file}`,
      judged: health.calm <= CALM,
    },
    {
      label: `p50 of light requests while another client loads 40 such sockets, relative to idle, ${name}`,
      least: 3,
      measured: others.ratio,
      unit: "x",
      better: "less",
      note: `${others.light.toFixed(1)} ms during ${others.file}`,
      judged: others.calm <= CALM,
    },
  ];
}
