/** Creates a generator of pseudo-random numbers from 0 to 1. The sequence depends only on the seed. Mulberry32, by
 *  Tommy Ettinger. */
export function randomFrom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
