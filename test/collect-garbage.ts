import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Collects garbage now, so that Node does not collect it during later measurements. */
export const collectGarbage: () => void = runInNewContext("gc");
