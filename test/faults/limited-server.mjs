// A server with low limits. The arguments are the program's folder and the limits as JSON. On SIGUSR2, it collects
// garbage and prints its memory in MB.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");
process.on("SIGUSR2", () => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  console.log(`holds ${Math.round((heapUsed + external) / 1e6)} MB`);
});

const [folder, limits] = process.argv.slice(2);
const { startServer } = await import(`file://${folder}/node.js`);
const server = await startServer({ port: 0, host: "127.0.0.1", links: "memory:" }, JSON.parse(limits));
console.log(`isoqr is serving on ${server.url}`);
