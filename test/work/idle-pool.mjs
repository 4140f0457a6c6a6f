import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Runs one job in a pool, prints the result, and leaves the pool open. The process must exit nevertheless.

const load = async (name) =>
  (await runnerImport(fileURLToPath(new URL(`../../src/work/${name}.ts`, import.meta.url)))).module;
const { createHeavyPool } = await load("heavy-pool");
const { spawnNodeWorker } = await load("node-worker");

const url = new URL("./hostile-worker.mjs", import.meta.url);
const pool = createHeavyPool({
  host: "server",
  spawn: () => spawnNodeWorker(url),
  size: 1,
  queue: 1,
  timeLimit: 20_000,
  idleLimit: 60_000,
});
const job = { body: "", data: "hello", scale: 1 };
pool.run({ name: "scan", input: job }).then(({ decoder }) => console.log(decoder));
