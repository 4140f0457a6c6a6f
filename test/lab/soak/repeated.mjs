import { createCaller } from "../bench/hosted/caller.mjs";
import { growth, MAX_GROWTH, middle, sampleDuring, serveWatched } from "./sample.mjs";
import { askMixed, validation } from "./work.mjs";

/** The share of requests after which memory is measured for the first time. */
const FIRST = 0.1;

/** Runs `count` validations with scan proofs. */
export function soakValidations({ count }) {
  const once = async (caller) => {
    const { status } = await caller.ask(validation());
    if (status !== 200) return `a validation: ${status}`;
  };
  return soakRepeated("validations", { count, lanes: 2, once });
}

/** The share of costly requests. In a run of a million requests, the first tenth contains 2,000 of them, which fill the
 *  caches for logos and fonts. */
const COSTLY = 0.02;

/** Sends `count` requests, most of them cheap. */
export function soakRequests({ count }) {
  return soakRepeated("mixed requests", { count, lanes: 8, once: (caller) => askMixed(caller, COSTLY) });
}

async function soakRepeated(name, { count, lanes, once }) {
  const server = await serveWatched();
  const failures = [];
  const table = [];
  let done = 0;

  /** Sends requests until `until` have been sent in total, and measures during the last quarter of them. */
  async function run(until) {
    let left = until - done;
    const lane = async () => {
      const caller = createCaller(server.url);
      while (left-- > 0) {
        const failure = await once(caller).catch(({ message }) => message);
        if (failure !== undefined) failures.push(failure);
      }
      caller.close();
    };
    const samples = await sampleDuring(server, Promise.all(Array.from({ length: lanes }, lane)), 500);
    done = until;
    table.push({ requests: until, ...middle(samples.slice(-Math.ceil(samples.length / 4))) });
    console.log(`${until} ${name}: ${Math.round(table.at(-1).rss)} MB`);
  }

  try {
    for (const share of [FIRST, 0.25, 0.5, 0.75, 1]) await run(Math.round(share * count));
    if (failures.length > 0) console.log(`${failures.length} failures, such as ${failures[0]}`);
    const most = Math.max(...table.map(({ rss }) => rss));
    const label = `${count.toLocaleString("en")} ${name}: memory after the first tenth grows`;
    return {
      table,
      targets: [
        { label, measured: growth(table[0].rss, most), most: MAX_GROWTH, unit: "%" },
        { label: `${name}: answers that were not expected`, measured: failures.length, most: 0, unit: "" },
      ],
    };
  } finally {
    await server.end();
  }
}
