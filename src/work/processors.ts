import os from "node:os";

/** Returns the number of processors that this process can use. Node.js 18.0 has no `availableParallelism`, and rejects an
 *  import by that name. */
export function countProcessors(): number {
  return os.availableParallelism?.() ?? os.cpus().length;
}
