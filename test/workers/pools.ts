import { afterAll } from "vitest";
import { type Performers, performHere } from "../../src/work/perform.ts";
import type { PoolWorker } from "../../src/work/pool-rules.ts";
import { serveWork } from "../../src/work/wire.ts";
import { createPool } from "../../src/workers/node.ts";
import { createPicturePool, type Pool, type PoolLimits } from "../../src/workers/pool.ts";
import type { PictureJobs } from "../../src/workers/work.ts";

const pools: Pool[] = [];
afterAll(() => {
  for (const pool of pools) pool.dispose();
});

/** Creates a pool of threads that run the built program. The pool is disposed of after the test. */
export function threadPool(limits: PoolLimits = {}, program = "../../build/worker/worker-node.js"): Pool {
  const pool = createPool({ size: 2, ...limits }, new URL(program, import.meta.url));
  pools.push(pool);
  return pool;
}

/** Creates a pool whose workers run in this thread, behind real message ports. `kill` ends the last worker that was
 *  started. If `permit` throws, no worker starts. */
export function localPool(performers: Performers<PictureJobs>, limits: PoolLimits = {}, permit = () => {}) {
  const ended: number[] = [];
  const deaths: ((cause: unknown) => void)[] = [];
  const spawn = (): PoolWorker => {
    permit();
    const { port1, port2 } = new MessageChannel();
    const number = deaths.length;
    serveWork(performHere(performers), port1);
    return {
      endpoint: port2,
      onDeath: (listener) => deaths.push(listener),
      terminate() {
        ended.push(number);
        port1.close();
      },
    };
  };
  const pool = createPicturePool(
    { spawn, processors: 2, notStarted: () => "worker startup failed" },
    { size: 1, ...limits },
  );
  pools.push(pool);
  return { pool, ended, spawned: () => deaths.length, kill: () => deaths.at(-1)?.(new Error("killed")) };
}
