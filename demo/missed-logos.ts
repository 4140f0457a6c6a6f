import type { QrError } from "../src/errors.ts";

/** Milliseconds for which a logo that could not be had is not asked for again. */
const MEMORY = 30_000;

/** Addresses that are remembered. */
const MOST = 32;

/** Logos that could not be had a moment ago, so that not every letter of the text asks for them again. */
export interface MissedLogos {
  /** Why the logo at `address` could not be had. */
  find(address: string): QrError | undefined;
  add(address: string, error: QrError): void;
}

export function createMissedLogos(now: () => number = Date.now): MissedLogos {
  const missed = new Map<string, { readonly error: QrError; readonly until: number }>();
  return {
    find(address) {
      const found = missed.get(address);
      if (found && found.until > now()) return found.error;
      missed.delete(address);
      return undefined;
    },
    add(address, error) {
      missed.delete(address);
      missed.set(address, { error, until: now() + MEMORY });
      for (const oldest of missed.keys()) {
        if (missed.size <= MOST) break;
        missed.delete(oldest);
      }
    },
  };
}
