import { parentPort } from "node:worker_threads";
import { expose } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";

// A worker thread that hangs, exits or crashes, depending on the job's text.

const behaviours = {
  echo: async (text) => ({ value: { decoder: text, passed: true, conditions: [], margins: [] } }),
  spin: () => {
    for (;;);
  },
  exit: () => process.exit(3),
  crash: () =>
    new Promise(() => {
      setTimeout(() => {
        throw new Error("crashed in the thread");
      });
    }),
};

expose({ run: (_, { data }) => (behaviours[data] ?? behaviours.echo)(data) }, nodeEndpoint(parentPort));
