/** Contestants take turns in many short rounds, so that other load on the machine affects all of them equally. */

/** Stores results, so that engines cannot optimize the calls away. */
let sink;

async function runBatch(contestant, pool, state, count) {
  const { texts } = pool;
  const { run } = contestant;
  let at = state.at;
  const start = performance.now();
  if (contestant.isAsync) {
    for (let i = 0; i < count; i++) {
      sink = await run(texts[at], pool.ec);
      at = at + 1 === texts.length ? 0 : at + 1;
    }
  } else {
    for (let i = 0; i < count; i++) {
      sink = run(texts[at], pool.ec);
      at = at + 1 === texts.length ? 0 : at + 1;
    }
  }
  const elapsed = performance.now() - start;
  state.at = at;
  return elapsed;
}

/** Resolves to the number of calls that take about `slice` milliseconds, as a multiple of the pool's cycle. Also warms
 *  up the contestant. */
async function calibrate(contestant, pool, state, slice) {
  let count = pool.cycle;
  for (let spent = 0; ; ) {
    const elapsed = await runBatch(contestant, pool, state, count);
    spent += elapsed;
    if (elapsed >= slice / 2 && spent >= slice * 6) {
      const wanted = (count * slice) / elapsed;
      return Math.max(1, Math.round(wanted / pool.cycle)) * pool.cycle;
    }
    if (elapsed < slice) count *= 2;
  }
}

/** Resolves to the microseconds per call of each contestant, as `{ name, best, median }`. A contestant is `{ name,
 *  run(text, ec), isAsync? }`. A contestant with its own `pool` does not use the shared one. */
export async function race(contestants, pool, { rounds, slice }) {
  const lanes = [];
  for (const contestant of contestants) {
    const state = { at: 0 };
    const own = contestant.pool ?? pool;
    lanes.push({
      contestant,
      state,
      pool: own,
      count: await calibrate(contestant, own, state, slice),
      times: [],
    });
  }
  for (let round = 0; round < rounds; round++) {
    for (const lane of lanes) {
      const elapsed = await runBatch(lane.contestant, lane.pool, lane.state, lane.count);
      lane.times.push((elapsed * 1000) / lane.count);
    }
  }
  return lanes.map(({ contestant, times }) => ({ name: contestant.name, ...summary(times) }));
}

/** Returns the minimum and the median of a list of numbers. */
export function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return { best: sorted[0], median: sorted[Math.floor(sorted.length / 2)] };
}

/** Returns the result of the last call. */
export function lastResult() {
  return sink;
}
