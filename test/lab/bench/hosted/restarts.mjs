import { createCaller } from "./caller.mjs";
import { light } from "./requests.mjs";
import { freePorts, serve } from "./server.mjs";

const LANES = 8;

/** How long load balancers have to notice that a server is stopping, in seconds, and the time between probes, in
 *  milliseconds. */
const DRAIN_DELAY = "1";
const LOOKS = 100;

/** Stops two servers in turn with SIGTERM while they are under load, restarts them as docs/deploy describes, and counts
 *  lost requests. Like load balancers, clients send requests only to servers whose /readyz succeeds, and retry refused
 *  connections on the other server. Requests that fail in any other way count as lost. */
export async function measureRestarts({ restarts }) {
  const ports = await freePorts(2);
  const start = (port) => serve({ PORT: String(port), DRAIN_DELAY }, { pin: false });
  const servers = await Promise.all(ports.map(start));
  const urls = servers.map(({ url }) => url);
  const ready = [true, true];
  const lost = [];
  let [answered, refused, going] = [0, 0, true];

  const watch = async (url, at) => {
    while (going) {
      ready[at] = await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      await new Promise((resolve) => setTimeout(resolve, LOOKS));
    }
  };
  const lane = async (_, number) => {
    const callers = urls.map(createCaller);
    for (let turn = number; going; turn++) {
      const chosen = ready[turn % 2] ? turn % 2 : (turn + 1) % 2;
      try {
        const { status } = await callers[chosen].ask(light());
        if (status === 200) answered += 1;
        else lost.push(status);
      } catch (error) {
        if (error.code === "ECONNREFUSED") refused += 1;
        else lost.push(error.message);
      }
    }
    for (const caller of callers) caller.close();
  };
  const all = Promise.all([...urls.map(watch), ...Array.from({ length: LANES }, lane)]);
  try {
    for (let i = 0; i < restarts; i++) {
      await new Promise((resolve) => setTimeout(resolve, 3 * LOOKS));
      await servers[i % 2].end("SIGTERM");
      servers[i % 2] = await start(ports[i % 2]);
    }
    going = false;
    await all;
  } finally {
    going = false;
    await Promise.all(servers.map(({ end }) => end()));
  }
  if (lost.length > 0) console.error(`lost: ${[...new Set(lost)].join(", ")}`);
  return {
    rows: [
      {
        label: `${restarts} rolling restarts of two servers under load, DRAIN_DELAY=${DRAIN_DELAY}: requests lost`,
        least: 0,
        measured: lost.length,
        unit: "",
        better: "less",
        note: `${answered.toLocaleString("en")} responses; ${refused.toLocaleString("en")} refused and retried on the other server`,
      },
    ],
    figures: {},
  };
}
