import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Pixels } from "../../../decoders/pixels.ts";
import { quirc } from "../../../decoders/quirc.ts";
import type { Reader } from "../readers.ts";
import { readers } from "../readers.ts";

const program = fileURLToPath(new URL("../run.mjs", import.meta.url));
/** Timeout in milliseconds. quirc needs only a few, unless it hangs. */
const LIMIT = 10_000;

let thread: Promise<Worker> | undefined;

async function start(): Promise<Worker> {
  const worker = new Worker(program, { argv: ["--quirc"] });
  await once(worker, "message");
  return worker;
}

/** Runs quirc in a thread, because it hangs on some small pictures. After LIMIT, such a picture counts as not read. */
export const patientQuirc: Reader = {
  ...(readers.find(({ name }) => name === quirc.name) as Reader),
  async read(pixels: Pixels) {
    thread ??= start();
    const worker = await thread;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, LIMIT, "late");
    });
    worker.postMessage(pixels);
    const read = await Promise.race([once(worker, "message"), late]);
    clearTimeout(timer);
    if (read !== "late") return read[0];
    thread = undefined;
    await worker.terminate();
    return undefined;
  },
};
