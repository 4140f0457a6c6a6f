import { createCaller } from "./caller.mjs";
import { CALM, quantile, statusesOf, stream } from "./load.mjs";
import { heavy, light } from "./requests.mjs";
import { serve } from "./server.mjs";

/** Light requests per second, before and during the overload. */
const RATE = 100;

/** Requests cards at twice the rate at which the server can draw them. Measures light requests, rejections, and the
 *  first card after the overload. */
export async function measureOverload({ seconds }) {
  const server = await serve();
  try {
    const caller = createCaller(server.url);
    const cards = await cardsASecond(caller, seconds / 2);
    const idle = await stream(server.url, { rate: RATE, seconds, next: light });
    const [busy, cardOutcomes] = await Promise.all([
      stream(server.url, { rate: RATE, seconds, next: light }),
      stream(server.url, { rate: 2 * cards, seconds, next: heavy }),
    ]);
    const first = await caller.ask(heavy());
    caller.close();
    const [lightStatuses, cardStatuses] = [statusesOf([...idle, ...busy]), statusesOf(cardOutcomes)];
    if (lightStatuses[200] !== 2 * RATE * seconds) throw new Error(`light: ${JSON.stringify(lightStatuses)}`);
    const { 200: drawn = 0, 503: shed = 0, ...others } = cardStatuses;
    if (Object.keys(others).length > 0) throw new Error(`cards: ${JSON.stringify(cardStatuses)}`);
    if (first.status !== 200) throw new Error(`the first card after the overload got a ${first.status}`);
    const withRetryAfter = cardOutcomes.filter(
      ({ status, head }) => status === 503 && /^retry-after: \d/im.test(head),
    ).length;
    const [calm, loaded] = [idle, busy].map((outcomes) => quantile(outcomes, 0.99));
    return {
      rows: [
        {
          label: "p99 of a light request under twice as many cards as the server can draw, relative to idle",
          least: 5,
          measured: loaded / calm,
          unit: "x",
          better: "less",
          note: `${loaded.toFixed(1)} ms; idle ${calm.toFixed(1)} ms`,
          judged: calm <= CALM,
        },
        {
          label: "cards beyond that capacity not rejected with 503 and Retry-After",
          least: 0,
          measured: shed - withRetryAfter,
          unit: "",
          better: "less",
          note: `${cardOutcomes.length} cards at ${2 * cards} per second: ${drawn} drawn, ${shed} rejected`,
        },
        {
          label: "first card after the overload",
          least: 1000,
          measured: first.took,
          unit: "ms",
          better: "less",
          note: "requested after the last response to the others",
        },
      ],
      figures: { cardsASecond: cards },
    };
  } finally {
    await server.end();
  }
}

/** Resolves to the number of cards that the server draws per second. */
async function cardsASecond(caller, seconds) {
  for (let i = 0; i < 20; i++) await caller.ask(heavy());
  const began = performance.now();
  let count = 0;
  for (; performance.now() - began < seconds * 1000; count++) await caller.ask(heavy());
  return Math.max(1, Math.floor((count * 1000) / (performance.now() - began)));
}
