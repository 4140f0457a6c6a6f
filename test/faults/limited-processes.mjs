// Two processes with low limits that share a port. The arguments are the program's folder and the limits as JSON.

import cluster from "node:cluster";

const [folder, limits] = process.argv.slice(2);
if (cluster.isPrimary) {
  const workers = [cluster.fork(), cluster.fork()];
  let serving = 0;
  for (const worker of workers) {
    worker.on("message", (url) => {
      serving += 1;
      if (serving === workers.length) console.log(`isoqr is serving on ${url}`);
    });
  }
} else {
  const { startServer } = await import(`file://${folder}/node.js`);
  const server = await startServer({ port: 0, host: "127.0.0.1", links: "memory:" }, JSON.parse(limits));
  process.send(server.url);
}
