import { parentPort } from "node:worker_threads";
import { expose } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";

// A worker thread that hangs, exits or crashes, depending on the text of the code.

const behaviours = {
  exit: () => process.exit(3),
  crash: () =>
    new Promise(() => {
      setTimeout(() => {
        throw new Error("crashed in the thread");
      });
    }),
  spin: () => {
    for (;;);
  },
  fault: async () => ({ fault: "TypeError: internal thread error" }),
};

const draw = ({ data }) =>
  (behaviours[data] ?? (async (text) => ({ value: { contentType: "text/plain", body: text } })))(data);

expose(
  {
    async run(name, job) {
      return name === "generateSome" ? { value: await Promise.all(job.map(draw)) } : draw(job);
    },
  },
  nodeEndpoint(parentPort),
);
