import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The built program: a copy, for whoever works on the sources meanwhile builds it anew. */
const copy = `${root}build/hosted-${process.pid}`;
const program = `${copy}/serve.js`;

/** Builds what is out of date, and makes the copy, which goes with this process. */
export function build() {
  execFileSync(process.execPath, [`${root}scripts/build.mjs`, "core", "bundle"], { stdio: ["ignore", 2, 2] });
  cpSync(`${root}dist`, copy, { recursive: true, filter: (path) => !/\/dist\/(?:types|demo|sw)$/.test(path) });
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
}

/** The last of this machine's processors is for the load, those before it for servers. */
const CORES = availableParallelism();
const canPin = succeeds("taskset", ["-c", "0", "true"]) && CORES > 1;

/** Keeps this process on a processor of its own, where the system lets us. */
export function takeOwnCore() {
  if (canPin) execFileSync("taskset", ["-acp", String(CORES - 1), String(process.pid)], { stdio: "ignore" });
}

/** Whether server and load have a processor each. */
export const pinned = canPin;

/** Starts a server on one processor, the built program unless `script` is another, and resolves to it as soon as it says
 *  where it serves. Settings are those of its environment. */
export async function serve(settings = {}, { script = program, pin = true } = {}) {
  const environment = { PATH: process.env.PATH, NODE_ENV: "production", PORT: "0", LINKS: "memory:", ...settings };
  const command = [process.execPath, script];
  if (pin && canPin) command.unshift("taskset", "-c", "0");
  const child = spawn(command[0], command.slice(1), { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "exit");
  let said = "";
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (bytes) => {
      said += bytes;
      const found = /serving on (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    gone.then(() => reject(new Error("the server did not start")));
  });
  const { pid } = child;
  return {
    url,
    /** Microseconds of processor time that it has used. */
    cpu: () => processorTime(pid),
    /** MB of memory that it has. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024,
    /** Everything that it printed so far. */
    said: () => said,
    /** Files and sockets that it has open, and its threads. */
    files: () => readdirSync(`/proc/${pid}/fd`).length,
    threads: () => readdirSync(`/proc/${pid}/task`).length,
    /** Ends it, and resolves when it is gone. */
    async end(signal = "SIGKILL") {
      child.kill(signal);
      await gone;
    },
  };
}

/** Ports of which nobody makes use. */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** The first number of a thread's schedstat is the nanoseconds that it had a processor, which /proc/PID/stat has in
 *  hundredths of a second only. */
function processorTime(pid) {
  const times = readdirSync(`/proc/${pid}/task`).map((thread) => {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  });
  return times.reduce((sum, time) => sum + time, 0) / 1000;
}

function succeeds(command, args) {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
