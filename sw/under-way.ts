/** Work that is going on, for whoever has to wait for its end. */
export interface UnderWay {
  /** Remembers `work` until it is done, and gives it back. */
  note<T>(work: Promise<T>): Promise<T>;
  /** Resolves when all of it is done, what is begun meanwhile included. */
  ended(): Promise<void>;
}

export function createUnderWay(): UnderWay {
  const all = new Set<Promise<unknown>>();
  return {
    note(work) {
      const done: Promise<unknown> = work.catch(() => undefined).finally(() => all.delete(done));
      all.add(done);
      return work;
    },
    async ended() {
      while (all.size > 0) await Promise.all(all);
    },
  };
}
