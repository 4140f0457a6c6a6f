import type { QrApi } from "../api.ts";
import { generate } from "./generate.ts";

/** The service that does the work in this process. */
export function createService(): QrApi {
  return { generate };
}
