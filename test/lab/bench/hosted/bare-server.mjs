import { createServer } from "node:http";

/** The baseline: a plain node:http server that returns a constant response of one kilobyte. */

const body = "x".repeat(1024);
const server = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": body.length }).end(body);
});
server.listen(0, "127.0.0.1", () => console.log(`serving on http://127.0.0.1:${server.address().port}`));
