import { createCaller } from "../bench/hosted/caller.mjs";
import { quantile, stream } from "../bench/hosted/load.mjs";
import { light } from "../bench/hosted/requests.mjs";
import { growth, MAX_GROWTH, middle, sampleDuring, serveWatched, sleep } from "./sample.mjs";
import { askMixed, linkLife, readSlowly } from "./work.mjs";

/** The number of concurrent clients, the share of requests that run in threads, and the pause of a client between two
 *  requests in milliseconds. */
const CALLERS = 8;
const COSTLY = 0.05;
const PAUSE = 20;
/** The number of timed light requests per second. */
const RATE = 20;

/** Sends mixed requests for `minutes`. Measures memory, handles and latency after a sixth of the duration and at the
 *  end. */
export async function soakMixed({ minutes }) {
  const server = await serveWatched();
  const length = minutes * 60_000;
  const stretch = length / 12;
  let going = true;
  const failures = [];
  const note = (message) => message !== undefined && failures.push(message);
  const work = [
    ...Array.from({ length: CALLERS }, () => loop(server.url, (caller) => askMixed(caller, COSTLY), PAUSE)),
    loop(server.url, linkLife, 10 * PAUSE),
    loop(server.url, () => readSlowly(server.url, 3_000), 3_000),
  ];

  async function loop(url, once, pause) {
    const caller = createCaller(url);
    while (going) {
      note(await once(caller).catch(({ message }) => message));
      await sleep(pause);
    }
    caller.close();
  }

  /** Measures the server for a twelfth of the duration. */
  async function measure() {
    const times = stream(server.url, { rate: RATE, seconds: stretch / 1000, next: light });
    const samples = await sampleDuring(server, times, Math.min(2_000, stretch / 20));
    const outcomes = await times;
    for (const { status } of outcomes) if (status !== 200) failures.push(`a light request: ${status}`);
    return {
      ...middle(samples),
      p50: quantile(outcomes, 0.5),
      p99: quantile(outcomes, 0.99),
    };
  }

  try {
    await sleep(length / 6 - stretch);
    const first = await measure();
    await sleep(length - length / 6 - stretch);
    const last = await measure();
    going = false;
    await Promise.all(work);
    const row = (at, figures) => ({ minutes: at, ...figures });
    if (failures.length > 0) console.log(`${failures.length} failures, such as ${failures[0]}`);
    return {
      table: [row(minutes / 6, first), row(minutes, last)],
      targets: [
        {
          label: "mixed work: memory between the marks grows",
          measured: growth(first.rss, last.rss),
          most: MAX_GROWTH,
          unit: "%",
        },
        {
          label: "mixed work: open files between the marks grow",
          measured: growth(first.files + 50, last.files + 50),
          most: MAX_GROWTH,
          unit: "%",
        },
        { label: "mixed work: answers that were not expected", measured: failures.length, most: 0, unit: "" },
      ],
    };
  } finally {
    going = false;
    await server.end();
  }
}
