import type { QrError } from "../errors.ts";

/** What somebody inside does with his place. */
export interface Place {
  /** Takes more or less of what there is. @throws what `full` makes when there is not as much. */
  resize(weight: number): void;
  /** From now on his reader is waited for; `hangUp` ends it all, for somebody else. */
  wait(hangUp: () => void): void;
  /** His reader has taken what there was. */
  go(): void;
  /** Gives the place back; it may be called more than once and counts once. */
  leave(): void;
}

/** Lets somebody in who takes `weight`, 1 if left out. @throws what `full` makes when there is not as much. */
export type Enter = (weight?: number) => Place;

interface Guest {
  weight: number;
  waiting?: { readonly since: number; readonly hangUp: () => void } | undefined;
}

/** Milliseconds for which a guest may wait for his reader while others want his place. */
const PATIENCE = 2_000;

/** A door for guests who take at most `most` together. When that is taken, the next one gets the places of those who have
 *  waited longest for their readers, and for longer than PATIENCE. */
export function createGate(most: number, full: () => QrError): Enter {
  const inside = new Map<Place, Guest>();
  let taken = 0;

  /** Makes room for `more` beside what is taken. */
  function makeRoom(more: number, guest?: Guest): void {
    let missing = taken + more - most;
    if (missing <= 0) return;
    const before = Date.now() - PATIENCE;
    const patient = [...inside]
      .filter(([, other]) => other !== guest && other.waiting && other.waiting.since <= before)
      .sort(([, a], [, b]) => (a.waiting?.since ?? 0) - (b.waiting?.since ?? 0));
    // Nobody is hung up on in vain.
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

/** `places` as one: who has them waits, goes on and leaves in all of them at once. Its size is that of the first. */
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
