import { QrError } from "../errors.ts";
import { createGate, type Enter } from "./gate.ts";

const SEARCHES_BUSY = "too many searches in progress: try again in a few seconds";

/** Maximum number of searches in progress, of which each client may have half. Each one scans one design after the other. */
export const MAX_SEARCHES = 8;

export function searchesBusy(): QrError {
  return new QrError("BUSY", { rule: SEARCHES_BUSY });
}

/** Creates the gate for all searches of a service, however they are requested. */
export function createSearchGate(): Enter {
  return createGate(MAX_SEARCHES, searchesBusy);
}
