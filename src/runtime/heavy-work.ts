import { QrError } from "../errors.ts";
import type { HeavyWork } from "../ports.ts";

/** The heavy work, done in the thread that calls: what a worker of the pool answers with, and what programs without a
 *  pool use. */
export function createHeavyWork(): HeavyWork {
  return {
    drawLogo: () => refuse("logos are not drawn here"),
    scan: () => refuse("pictures are not read back here"),
    drawCard: () => refuse("social images are not drawn here"),
  };
}

async function refuse(sentence: string): Promise<never> {
  throw new QrError("NOT_SUPPORTED", 501, sentence);
}
