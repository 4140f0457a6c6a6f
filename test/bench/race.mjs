/** Contestants take turns in many short rounds, so that a disturbance of the machine hits all of them alike. */

/** Where results go, so that no engine can leave a call out. */
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

/** How many calls fill a slice of time: a multiple of the pool's cycle. Warms the contestant up on the way. */
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

/** Microseconds a call for each contestant, `{ name, best, median }`.
 *  A contestant is `{ name, run(text, ec), isAsync? }`; `pool` is shared or the contestant's own. */
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

/** The best and the median of a list of numbers. */
export function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return { best: sorted[0], median: sorted[Math.floor(sorted.length / 2)] };
}

/** Keeps the last result alive. */
export function lastResult() {
  return sink;
}
