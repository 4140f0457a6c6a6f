import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** A copy of the built program, so that builds in the meantime do not affect it. */
const copy = `${root}build/hosted-${process.pid}`;
const program = `${copy}/serve.js`;

/** Builds outdated files, and creates the copy. The copy is removed when this process exits. */
export function build() {
  execFileSync(process.execPath, [`${root}scripts/build.mjs`, "core", "bundle"], { stdio: ["ignore", 2, 2] });
  cpSync(`${root}dist`, copy, { recursive: true, filter: (path) => !/\/dist\/(?:types|demo|sw)$/.test(path) });
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
}

/** The number of processors. The last one runs the load, and the first one runs pinned servers. */
const CORES = availableParallelism();
const canPin = succeeds("taskset", ["-c", "0", "true"]) && CORES > 1;

/** Pins this process to the last processor, if the system allows it. */
export function takeOwnCore() {
  if (canPin) execFileSync("taskset", ["-acp", String(CORES - 1), String(process.pid)], { stdio: "ignore" });
}

/** Whether server and load run on different processors. */
export const pinned = canPin;

/** Starts `script`, by default the built server, and pins it to one processor unless `pin` is false. `settings` are
 *  environment variables. Once the server has printed its URL, resolves to the URL and to functions that measure and
 *  stop the server. */
export async function serve(settings = {}, { script = program, pin = true } = {}) {
  const environment = { PATH: process.env.PATH, NODE_ENV: "production", PORT: "0", LINKS: "memory:", ...settings };
  const command = [process.execPath, script];
  if (pin && canPin) command.unshift("taskset", "-c", "0");
  const child = spawn(command[0], command.slice(1), { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "exit");
  let output = "";
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (bytes) => {
      output += bytes;
      const found = /serving on (\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    gone.then(() => reject(new Error("the server did not start")));
  });
  const { pid } = child;
  return {
    url,
    /** Returns the processor time that the server has used, in microseconds. */
    cpu: () => processorTime(pid),
    /** Returns the memory of the server in MB. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024,
    /** Returns the output of the server so far. */
    output: () => output,
    /** `files` returns the number of the server's open files and sockets, and `threads` the number of its threads. */
    files: () => readdirSync(`/proc/${pid}/fd`).length,
    threads: () => readdirSync(`/proc/${pid}/task`).length,
    /** Stops the server, and resolves once it has exited. */
    async end(signal = "SIGKILL") {
      child.kill(signal);
      await gone;
    },
  };
}

/** Resolves to unused ports. */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Returns the processor time in microseconds. Uses a thread's schedstat, whose first number is the running time in
 *  nanoseconds, because /proc/PID/stat only has hundredths of a second. */
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
