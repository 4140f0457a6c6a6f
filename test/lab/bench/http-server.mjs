import { createServer } from "node:http";
import { bareListener, framework, service } from "./http-app.mjs";

/** A server in a separate process. First prints its port. Then, for each line on stdin, prints the processor time that
 *  it has used, in microseconds. */

const { createListener } = await import(new URL("../../../dist/node.js", import.meta.url).href);
const listeners = { fixed: createListener(framework), bare: bareListener, api: createListener(service) };
const server = createServer((request, response) => {
  const [, name] = request.url.split(/[/?]/, 2);
  listeners[name](request, response);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));

process.stdin.on("data", () => {
  const { user, system } = process.cpuUsage();
  console.log(user + system);
});
process.stdin.on("end", () => process.exit(0));
