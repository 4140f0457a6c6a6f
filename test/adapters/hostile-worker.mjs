import { parentPort } from "node:worker_threads";

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

parentPort.on("message", async ({ id, input }) => {
  parentPort.postMessage({ id, outcome: await (deeds[input?.data] ?? deeds.echo)(input?.data) });
});
