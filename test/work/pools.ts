import { afterEach } from "vitest";
import { QrError, statusOf } from "../../src/errors.ts";
import type { HeavyWork, ScanJob, ScanReport } from "../../src/ports.ts";
import { createHeavyPool, type HeavyPool, type HeavyPoolSettings, serveHeavyWork } from "../../src/work/heavy-pool.ts";
import { spawnNodeWorker } from "../../src/work/node-worker.ts";
import type { PoolSettings, PoolWorker } from "../../src/work/pool-rules.ts";
import { heavyOf, withJobs } from "../heavy.ts";
import { testError } from "../test-error.ts";

export const scanOf = (data: string) =>
  ({ decoder: "zxing", body: new Uint8Array(4), data, size: 100, side: 21, scale: 4 }) as const;
export const logo = { bytes: new Uint8Array(4), kind: "png", width: 1, height: 1 } as const;
export const card = { title: "t", data: "d", color: "000000" } as const;
export const caption = {
  text: "t",
  color: "000000",
  width: 100,
  height: 20,
  largest: 16,
  smallest: 8,
  raster: false,
} as const;
export const reportOf = (decoder: string): ScanReport => ({ decoder, passed: true, conditions: [], margins: [] });

/** Resolves to the fields of the QrError that `work` rejects with, to any other error, or to "done". */
export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof QrError ? [error.code, statusOf(error), error.message, error.field] : error),
  );

/** Returns heavy work whose scans wait until `release` is called, and the texts of the scans that have begun. */
export function gated(): { work: HeavyWork; begun: string[]; release: () => void } {
  const begun: string[] = [];
  const gates: (() => void)[] = [];
  const scan = ({ data }: ScanJob) => {
    begun.push(String(data));
    return new Promise<ScanReport>((resolve) => gates.push(() => resolve(reportOf(String(data)))));
  };
  const release = () => {
    for (const open of gates.splice(0)) open();
  };
  return { work: withJobs(failing, { scan }), begun, release };
}

export const failing = heavyOf({
  drawLogo: async () => {
    throw testError("LOGO_INVALID", "is not a picture", "logo");
  },
  scan: async () => {
    throw new TypeError("internal scanner error");
  },
  drawCard: async () => Uint8Array.of(1, 2, 3),
});

const pools: HeavyPool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

/** Returns a function that starts workers in this thread, behind real message ports. `spawned` returns the number of
 *  workers started, and `ended` lists the indices of those terminated. */
export function spawner(work: HeavyWork) {
  const ended: number[] = [];
  let spawned = 0;
  const connect = () => {
    const { port1, port2 } = new MessageChannel();
    serveHeavyWork(work, port1);
    return { endpoint: port2, close: () => port1.close() };
  };
  const spawn = (open = connect): PoolWorker => {
    const number = spawned++;
    const { endpoint, close } = open();
    return {
      endpoint,
      onDeath: () => {},
      terminate() {
        ended.push(number);
        close();
      },
    };
  };
  return { spawn, ended, spawned: () => spawned };
}

/** Creates a pool of workers that run in this thread. */
export function localPool(work: HeavyWork, settings: Partial<HeavyPoolSettings> = {}) {
  const { spawn: spawnLocal, ended, spawned } = spawner(work);
  const spawn = () => spawnLocal();
  const pool = createHeavyPool({
    host: "server",
    spawn,
    size: 2,
    queue: 2,
    timeLimit: 10_000,
    idleLimit: 60_000,
    ...settings,
  });
  pools.push(pool);
  return { pool, ended, spawned };
}

export function threadPool(settings: Partial<PoolSettings> = {}) {
  const url = new URL("./hostile-worker.mjs", import.meta.url);
  const reports: unknown[] = [];
  const pool = createHeavyPool({
    host: "server",
    spawn: () => spawnNodeWorker(url),
    size: 1,
    queue: 8,
    timeLimit: 10_000,
    idleLimit: 60_000,
    report: (error) => reports.push(error),
    ...settings,
  });
  pools.push(pool);
  return { pool, reports };
}
