import { createCaller } from "./caller.mjs";
import { light } from "./requests.mjs";
import { freePorts, serve } from "./server.mjs";

const LANES = 8;

/** Requests lost while two servers are stopped by SIGTERM and started again in turn, under load. Callers go to one server
 *  after the other and try the next one only where a connection is refused; everything else that is no picture is lost. */
export async function measureRestarts({ restarts }) {
  const ports = await freePorts(2);
  const start = (port) => serve({ PORT: String(port) }, { pin: false });
  const servers = await Promise.all(ports.map(start));
  const urls = servers.map(({ url }) => url);
  const lost = [];
  let [answered, refused, going] = [0, 0, true];
  const lane = async (_, number) => {
    const callers = urls.map(createCaller);
    for (let turn = number; going; turn++) {
      try {
        const { status } = await callers[turn % 2].ask(light());
        if (status === 200) answered += 1;
        else lost.push(status);
      } catch (error) {
        if (error.code === "ECONNREFUSED") refused += 1;
        else lost.push(error.message);
      }
    }
    for (const caller of callers) caller.close();
  };
  const lanes = Promise.all(Array.from({ length: LANES }, lane));
  try {
    for (let i = 0; i < restarts; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await servers[i % 2].end("SIGTERM");
      servers[i % 2] = await start(ports[i % 2]);
    }
    going = false;
    await lanes;
  } finally {
    await Promise.all(servers.map(({ end }) => end()));
  }
  if (lost.length > 0) console.error(`lost: ${[...new Set(lost)].join(", ")}`);
  return {
    rows: [
      {
        label: `${restarts} rolling restarts of two servers under load: requests lost`,
        least: 0,
        measured: lost.length,
        unit: "",
        better: "less",
        note: `${answered.toLocaleString("en")} answered, ${refused.toLocaleString("en")} refused and tried at the other`,
      },
    ],
    figures: {},
  };
}
