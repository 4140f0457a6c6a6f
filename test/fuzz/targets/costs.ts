import fc from "fast-check";
import { openApp } from "../app.ts";
import { readCorpus } from "../corpus.ts";
import { requestsOf, type SentRequest } from "../option-requests.ts";
import { anySet, caseOf, mutatedSet, type OptionSet, setOf, titleOf } from "../option-sets.ts";
import { isRecord, parseJson } from "../properties.ts";
import { watchLoop } from "../stall.ts";
import { Broken, type Target } from "../target.ts";

/** Maximum processor time in milliseconds for which one request may block the main thread. */
export const MOST_TURN = 30;

/** The costs of a request on the main thread, in milliseconds of processor time. */
interface Cost {
  /** The longest turn of the event loop. */
  readonly longest: number;
  /** All turns together. Work in threads does not count. */
  readonly total: number;
}

interface Measured extends Cost {
  readonly set: OptionSet;
}

/** Number of sets in the report, and number of sets of each kind that are mutated. */
const TOP = 10;

/** Searches for option sets that occupy the main thread of a server, by mutating the most expensive ones found so far. */
export const costs: Target = {
  name: "costs",
  inputs: anySet.map(caseOf),
  runs: 300,
  async open() {
    const { ask, close } = openApp();
    const measured = new Map<string, Measured>();
    let nonce = 0;

    const send = ({ method, path, body }: SentRequest) =>
      ask(method, path, body === undefined ? undefined : Buffer.from(body));

    /** Sends the request for `set` once, and measures it. Creates the link that it is about first. */
    async function measureOnce(set: OptionSet): Promise<Cost> {
      nonce = (nonce + 1) % 1_000_000;
      const { link, request } = requestsOf(set, nonce);
      let id = "none";
      if (link) {
        const created = parseJson(Buffer.from((await send(link)).body).toString());
        if (isRecord(created) && typeof created.id === "string") id = created.id;
      }
      const sent = request(id);
      return watchLoop(() => send(sent));
    }

    /** Measures `set`. Repeats long turns twice and takes the lowest times, because compilation and garbage collection
     *  slow some requests down. */
    async function measure(set: OptionSet): Promise<Cost> {
      let { longest, total } = await measureOnce(set);
      for (let attempt = 1; attempt < 3 && longest > MOST_TURN; attempt++) {
        const again = await measureOnce(set);
        [longest, total] = [Math.min(longest, again.longest), Math.min(total, again.total)];
      }
      return { longest, total };
    }

    const top = (by: keyof Cost) => [...measured.values()].sort((one, other) => other[by] - one[by]).slice(0, TOP);

    return {
      async check(one) {
        const set = setOf(one);
        if (!set) return;
        const { longest, total } = await measure(set);
        measured.set(titleOf(set), { set, longest, total });
        const message = `the main thread is blocked for ${longest.toFixed(1)} ms of processor time by ${titleOf(set)}`;
        if (longest > MOST_TURN) throw new Broken(message, longest);
      },
      climb() {
        const kept = readCorpus(costs.name).flatMap(([, one]) => setOf(one) ?? []);
        const pool = [...top("longest"), ...top("total")].map(({ set }) => set).concat(kept);
        const mutants = pool.length > 0 ? [mutatedSet(pool), mutatedSet(pool)] : [];
        return fc.oneof(anySet, ...mutants).map(caseOf);
      },
      report() {
        const line = ({ longest, total, set }: Measured) =>
          `  ${longest.toFixed(1).padStart(6)}  ${total.toFixed(1).padStart(6)}  ${titleOf(set)}`;
        const of = (title: string, by: keyof Cost) => [`${title}:`, ...top(by).map(line)];
        return [
          "processor time of the main thread in ms: longest turn, total, request",
          ...of("longest turns", "longest"),
          ...of("most in total", "total"),
        ].join("\n");
      },
      close: async () => close(),
    };
  },
};
