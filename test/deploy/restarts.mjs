import { setTimeout as sleep } from "node:timers/promises";
import { check, clientAt, startServer, stop } from "./parts.mjs";

const LANES = 12;

/** Sends GET and POST requests through the proxy at `port` until `isOver` returns true. Resolves to the number of requests,
 *  and those that failed. Each lane is a client with an address of its own, and sends at most 40 requests per second, which
 *  is less than nginx allows. */
async function load(name, port, isOver) {
  const failed = [];
  let count = 0;
  const headers = { "Content-Type": "application/json" };
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      const ask = clientAt(port, `127.0.${name === "nginx" ? 1 : 2}.${lane + 1}`);
      for (let i = 0; !isOver(); i++) {
        const data = `lane-${lane}-${i}`;
        const asking =
          i % 2 === 0
            ? ask(`/api/qr?data=${data}`)
            : ask("/api/qr", { method: "POST", headers, body: JSON.stringify({ data }) });
        const outcome = await asking.then(
          ({ status, text }) => (status === 200 ? status : `${status} ${text.slice(0, 100)}`),
          ({ message }) => message,
        );
        count += 1;
        if (outcome !== 200) failed.push(`${i % 2 === 0 ? "GET" : "POST"}: ${outcome}`);
        await sleep(25);
      }
    }),
  );
  return { count, failed };
}

/** Restarts the two servers in turn, as docs/deploy/many.md describes, while requests arrive. A server that is ready again is
 *  followed by a pause in milliseconds. */
export async function checkRestarts(name, { port }, servers, { restarts, pause }) {
  let isOver = false;
  const loading = load(name, port, () => isOver);
  await sleep(1_000);
  for (let i = 0; i < restarts; i++) {
    const at = i % servers.length;
    await stop(servers[at].child);
    servers[at].child = await startServer(servers[at].settings);
    await sleep(pause);
  }
  await sleep(1_000);
  isOver = true;
  const { count, failed } = await loading;
  check(`${name}: ${restarts} rolling restarts lose none of ${count} requests`, failed.length === 0, [
    failed.length,
    ...new Set(failed),
  ]);
}
