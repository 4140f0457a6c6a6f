import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// A program that asks a pool once, says what came back, and leaves the pool open: it is to end by itself.

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
