import type { QrError } from "../errors.ts";

/** A share of a limited resource, such as memory, that is held until `leave` is called. */
export interface Slot {
  /** Changes the weight, which is how much of the resource the slot takes. @throws the gate's error if there is not enough
   *  space. */
  resize(weight: number): void;
  /** Marks the slot as waiting for its client to read. If another slot needs the space after PATIENCE, the gate calls
   *  `hangUp` and frees the slot. */
  wait(hangUp: () => void): void;
  /** Marks the slot as in use again, so that it is not evicted. */
  resume(): void;
  /** Frees the slot. Further calls do nothing. */
  leave(): void;
}

/** Takes a slot of `weight`, by default 1, for `client`. @throws the gate's error if there is not enough space. */
export type Enter = (weight?: number, client?: string) => Slot;

interface SlotState {
  weight: number;
  readonly client: string | undefined;
  waiting?: { readonly since: number; readonly hangUp: () => void } | undefined;
}

/** Milliseconds that a slot may wait for its client before it can be evicted. */
export const PATIENCE = 2_000;

/** Creates a gate whose slots may weigh at most `most` in total, and those of each known client at most half. If a slot
 *  needs more space than is left, the gate evicts slots that have waited for their clients for longer than PATIENCE,
 *  starting with the longest wait. If that would not make enough space, it evicts none and throws the error that `full`
 *  returns. */
export function createGate(most: number, full: () => QrError): Enter {
  const slots = new Map<Slot, SlotState>();
  /** Total weight of all slots; `takenBy` has the total of each known client. */
  let taken = 0;
  const takenBy = new Map<string, number>();

  function count({ client }: SlotState, weight: number): void {
    taken += weight;
    if (client === undefined) return;
    const own = (takenBy.get(client) ?? 0) + weight;
    if (own > 0) takenBy.set(client, own);
    else takenBy.delete(client);
  }

  function makeRoom(more: number, requester: SlotState): void {
    const { client } = requester;
    const own = client === undefined ? 0 : (takenBy.get(client) ?? 0);
    if (client !== undefined) evict(own + more - most / 2, requester, (state) => state.client === client);
    evict(taken + more - most, requester, () => true);
  }

  /** Evicts waiting slots that `isCandidate` accepts, until slots with a total weight of `missing` are free. */
  function evict(missing: number, requester: SlotState, isCandidate: (state: SlotState) => boolean): void {
    if (missing <= 0) return;
    const before = Date.now() - PATIENCE;
    const evictable = [...slots]
      .filter(([, state]) => state !== requester && isCandidate(state))
      .filter(([, { waiting }]) => waiting && waiting.since <= before)
      .sort(([, a], [, b]) => (a.waiting?.since ?? 0) - (b.waiting?.since ?? 0));
    // Evicting too few slots would abort responses without making enough space.
    if (evictable.reduce((sum, [, { weight }]) => sum + weight, 0) < missing) throw full();
    let left = missing;
    for (const [slot, { weight, waiting }] of evictable) {
      if (left <= 0) return;
      left -= weight;
      waiting?.hangUp();
      slot.leave();
    }
  }

  return (weight = 1, client) => {
    const state: SlotState = { weight, client };
    makeRoom(weight, state);
    count(state, weight);
    const slot: Slot = {
      resize(next) {
        if (!slots.has(slot)) return;
        if (next > state.weight) makeRoom(next - state.weight, state);
        count(state, next - state.weight);
        state.weight = next;
      },
      wait(hangUp) {
        state.waiting = { since: Date.now(), hangUp };
      },
      resume() {
        state.waiting = undefined;
      },
      leave() {
        if (slots.delete(slot)) count(state, -state.weight);
      },
    };
    slots.set(slot, state);
    return slot;
  };
}

/** Combines two slots: `resize` affects only `a`; all other methods affect both. */
export function combineSlots(a: Slot, b: Slot): Slot {
  return {
    resize: (weight) => a.resize(weight),
    wait(hangUp) {
      a.wait(hangUp);
      b.wait(hangUp);
    },
    resume() {
      a.resume();
      b.resume();
    },
    leave() {
      a.leave();
      b.leave();
    },
  };
}
