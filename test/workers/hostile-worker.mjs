import { parentPort } from "node:worker_threads";

// A thread that does to a pool what a bad day would: the text of a picture says what.

const deeds = {
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
  fault: async () => ({ fault: "TypeError: an internal of the thread" }),
};

const draw = ({ data }) =>
  (deeds[data] ?? (async (text) => ({ value: { contentType: "text/plain", body: text } })))(data);

parentPort.on("message", async ({ id, name, input }) => {
  const outcome = name === "generateSome" ? { value: await Promise.all(input.map(draw)) } : await draw(input);
  parentPort.postMessage({ id, outcome });
});
