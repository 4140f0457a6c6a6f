import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Collects garbage, so that later measurements do not depend on when Node does. */
export const collectGarbage: () => void = runInNewContext("gc");
