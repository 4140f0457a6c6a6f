import type { QrError } from "../errors.ts";

/** What somebody inside does with his place. */
export interface Place {
  /** From now on his reader is waited for; `hangUp` ends it all, for somebody else. */
  wait(hangUp: () => void): void;
  /** His reader has taken what there was. */
  go(): void;
  /** Gives the place back; it may be called more than once and counts once. */
  leave(): void;
}

/** Lets somebody in. @throws what `full` makes when as many as there may be are in. */
export type Enter = () => Place;

interface Waiting {
  readonly since: number;
  readonly hangUp: () => void;
}

/** A door for at most `most` at a time. When all places are taken, the next one gets that of whoever has waited longest for
 *  his reader, and for longer than `patience` milliseconds. */
export function createGate(most: number, patience: number, full: () => QrError): Enter {
  const inside = new Map<Place, Waiting | undefined>();
  return () => {
    if (inside.size >= most) longestIn(inside.values(), Date.now() - patience)?.hangUp();
    if (inside.size >= most) throw full();
    const note = (waiting: Waiting | undefined) => {
      if (inside.has(place)) inside.set(place, waiting);
    };
    const place: Place = {
      wait: (hangUp) => note({ since: Date.now(), hangUp }),
      go: () => note(undefined),
      leave: () => void inside.delete(place),
    };
    inside.set(place, undefined);
    return place;
  };
}

function longestIn(all: Iterable<Waiting | undefined>, before: number): Waiting | undefined {
  let longest: Waiting | undefined;
  for (const waiting of all) {
    if (waiting && waiting.since <= (longest?.since ?? before)) longest = waiting;
  }
  return longest;
}
