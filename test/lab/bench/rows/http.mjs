import { spawn } from "node:child_process";
import { Agent, get } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { framework, service } from "../http-app.mjs";
import { summary } from "../race.mjs";
import { createPool } from "../texts.mjs";

/** Compares the processor time of requests to /api/qr, each with different data, with the processor time of requests to
 *  a trivial route. */

const { texts } = createPool("url25");
let counter = 0;

/** Returns a path that has not been requested before. */
function distinct(beginning, ending) {
  counter += 1;
  return `${beginning}${encodeURIComponent(texts[counter % texts.length])}-${counter}${ending}`;
}

const bare = { name: "bare node:http", path: () => distinct("/bare?data=", "&size=256"), type: "text/plain" };
const contestants = [
  { name: "fixed route", path: () => distinct("/fixed?data=", "&size=256"), type: "text/plain" },
  { name: "PNG 256", path: () => distinct("/api/qr?data=", "&size=256"), type: "image/png" },
  { name: "SVG", path: () => distinct("/api/qr?data=", "&format=svg"), type: "image/svg+xml" },
];

export async function measureHttp(pace) {
  return [
    { id: "http", label: "HTTP over a socket: CPU time per request", unit: "us", results: await overSocket(pace) },
    {
      id: "http app",
      label: "the app alone, no socket: CPU time per request",
      unit: "us",
      results: await inProcess(pace),
    },
  ];
}

async function inProcess({ rounds, requests }) {
  const ask = async ({ path, type }) => {
    const request = new Request(`http://127.0.0.1${path()}`);
    const response = await (request.url.includes("/fixed?") ? framework(request) : service(request));
    checkAnswer(response.status, response.headers.get("content-type"), type);
    await response.arrayBuffer();
  };
  return interleave(contestants, rounds, requests, ask, () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  });
}

async function overSocket({ rounds, requests }) {
  const server = spawn(process.execPath, [fileURLToPath(new URL("../http-server.mjs", import.meta.url))], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const port = Number((await lines.next()).value);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  try {
    const ask = ({ path, type }) => askServer(agent, port, path(), type);
    return await interleave([...contestants, bare], rounds, requests, ask, async () => {
      server.stdin.write("\n");
      return Number((await lines.next()).value);
    });
  } finally {
    agent.destroy();
    server.stdin.end();
  }
}

/** Measures the microseconds per request while eight requests are in progress at a time. `used` returns the processor
 *  time so far. */
async function interleave(contestants, rounds, requests, ask, used) {
  const times = new Map(contestants.map(({ name }) => [name, []]));
  const warmUp = Math.max(3, Math.ceil(rounds / 4));
  for (let round = -warmUp; round < rounds; round++) {
    for (const contestant of contestants) {
      const before = await used();
      let left = requests;
      const lane = async () => {
        while (left-- > 0) await ask(contestant);
      };
      await Promise.all(Array.from({ length: 8 }, lane));
      const spent = (await used()) - before;
      if (round >= 0) times.get(contestant.name).push(spent / requests);
    }
  }
  return [...times].map(([name, list]) => ({ name, ...summary(list) }));
}

function askServer(agent, port, path, type) {
  return new Promise((resolve, reject) => {
    const request = get({ agent, host: "127.0.0.1", port, path }, (response) => {
      response.on("error", reject);
      response.on("end", resolve);
      response.resume();
      checkAnswer(response.statusCode, response.headers["content-type"], type);
    });
    request.on("error", reject);
  });
}

function checkAnswer(status, given, type) {
  if (status !== 200 || !given?.startsWith(type)) throw new Error(`${status} ${given} instead of ${type}`);
}
