import { parentPort } from "node:worker_threads";
import { expose } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";

// A thread that does to the pool what a bad day would: the job's text says what.

const deeds = {
  echo: async (text) => ({ value: { decoder: text, passed: true, conditions: [] } }),
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

expose({ run: (_, { data }) => (deeds[data] ?? deeds.echo)(data) }, nodeEndpoint(parentPort));
