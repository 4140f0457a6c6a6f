import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { inject } from "vitest";

const { workerd } = inject("runtimes");

/** Whether workerd is available for this system. */
export const hasWorkerd = workerd !== undefined;

/** The settings of a worker in workerd. */
export interface WorkerSettings {
  /** JavaScript and WebAssembly modules by name. The first is the worker. */
  readonly modules: Readonly<Record<string, string | Uint8Array>>;
  readonly compatibilityDate: string;
  /** The rest of the worker's configuration, in workerd's format. */
  readonly more?: string;
}

export interface RunningWorkerd {
  /** The URL of each worker, by name: "http://127.0.0.1:PORT". */
  readonly urls: Readonly<Record<string, string>>;
  /** The process id. */
  readonly pid: number;
  /** The output so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts Cloudflare's workerd with `workers`, each on a free port and without network access. The service "disk"
 *  stores the workers' data until workerd is stopped. */
export async function startWorkerd(workers: Readonly<Record<string, WorkerSettings>>): Promise<RunningWorkerd> {
  if (!workerd) throw new Error("workerd is not available for this system");
  const folder = mkdtempSync(join(tmpdir(), "isoqr-workerd-"));
  for (const [name, { modules }] of Object.entries(workers)) {
    for (const [file, content] of Object.entries(modules)) writeFileSync(join(folder, `${name}-${file}`), content);
  }
  mkdirSync(join(folder, "disk"));
  writeFileSync(join(folder, "config.capnp"), configOf(workers));
  const child = spawn(workerd, ["serve", "--experimental", "--control-fd=3", "config.capnp"], {
    cwd: folder,
    env: {},
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const urls: Record<string, string> = {};
  // The control stream has one line per listening socket, and ends when the process exits.
  for await (const line of createInterface({ input: child.stdio[3] as NodeJS.ReadableStream })) {
    const { event, socket, port } = JSON.parse(line) as { event: string; socket: string; port: number };
    if (event === "listen") urls[socket] = `http://127.0.0.1:${port}`;
    if (Object.keys(urls).length === Object.keys(workers).length)
      return { urls, pid: child.pid ?? 0, output: () => output, stop };
  }
  await stop();
  throw new Error(`workerd stopped: ${output}`);
}

function configOf(workers: Readonly<Record<string, WorkerSettings>>): string {
  const names = Object.keys(workers);
  const services = Object.entries(workers).map(([name, { modules, compatibilityDate, more = "" }]) => {
    const listed = Object.keys(modules).map((file) => {
      const kind = file.endsWith(".wasm") ? "wasm" : "esModule";
      return `(name = "${file}", ${kind} = embed "${name}-${file}")`;
    });
    const settings = `modules = [${listed.join(", ")}], compatibilityDate = "${compatibilityDate}"${more && `, ${more}`}`;
    return `(name = "${name}", worker = (${settings}))`;
  });
  const sockets = names.map((name) => `(name = "${name}", address = "127.0.0.1:0", http = (), service = "${name}")`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "internet", network = (allow = [])),
    (name = "disk", disk = (path = "disk", writable = true)),
    ${services.join(",\n    ")}
  ],
  sockets = [
    ${sockets.join(",\n    ")}
  ]
);
`;
}
