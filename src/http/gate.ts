import type { QrError } from "../errors.ts";

/** A place inside the gate. */
export interface Place {
  /** Changes the weight.
   *  @throws the error of `full` if there is not enough room. */
  resize(weight: number): void;
  /** Marks the place as waiting for its client to read; `hangUp` may be called to free it for others. */
  wait(hangUp: () => void): void;
  /** The client has read everything so far. */
  go(): void;
  /** Frees the place. Further calls do nothing. */
  leave(): void;
}

/** Takes a place of `weight`, by default 1.
 *  @throws the error of `full` if there is not enough room. */
export type Enter = (weight?: number) => Place;

interface Guest {
  weight: number;
  waiting?: { readonly since: number; readonly hangUp: () => void } | undefined;
}

/** Milliseconds that a place may wait for its client while others need the room. */
export const PATIENCE = 2_000;

/** Creates a gate whose places weigh at most `most` together. When it is full, the next place replaces those that have
 *  waited longest for their clients, if for longer than PATIENCE. */
export function createGate(most: number, full: () => QrError): Enter {
  const inside = new Map<Place, Guest>();
  let taken = 0;

  /** Makes room for `more`, or throws. */
  function makeRoom(more: number, guest?: Guest): void {
    let missing = taken + more - most;
    if (missing <= 0) return;
    const before = Date.now() - PATIENCE;
    const patient = [...inside]
      .filter(([, other]) => other !== guest && other.waiting && other.waiting.since <= before)
      .sort(([, a], [, b]) => (a.waiting?.since ?? 0) - (b.waiting?.since ?? 0));
    // Close no connection unless that makes enough room.
    if (patient.reduce((sum, [, { weight }]) => sum + weight, 0) < missing) throw full();
    for (const [place, { weight, waiting }] of patient) {
      if (missing <= 0) return;
      missing -= weight;
      waiting?.hangUp();
      place.leave();
    }
  }

  return (weight = 1) => {
    makeRoom(weight);
    const guest: Guest = { weight };
    taken += weight;
    const place: Place = {
      resize(next) {
        if (!inside.has(place)) return;
        if (next > guest.weight) makeRoom(next - guest.weight, guest);
        taken += next - guest.weight;
        guest.weight = next;
      },
      wait(hangUp) {
        guest.waiting = { since: Date.now(), hangUp };
      },
      go() {
        guest.waiting = undefined;
      },
      leave() {
        if (inside.delete(place)) taken -= guest.weight;
      },
    };
    inside.set(place, guest);
    return place;
  };
}

/** Combines places into one that waits, continues and leaves in all of them. `resize` affects the first only. */
export function together(first: Place, ...others: readonly Place[]): Place {
  const places = [first, ...others];
  return {
    resize: (weight) => first.resize(weight),
    wait(hangUp) {
      for (const place of places) place.wait(hangUp);
    },
    go() {
      for (const place of places) place.go();
    },
    leave() {
      for (const place of places) place.leave();
    },
  };
}
