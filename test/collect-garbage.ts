import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Frees what nobody holds, so that what is measured afterwards does not depend on when Node does so. */
export const collectGarbage: () => void = runInNewContext("gc");
