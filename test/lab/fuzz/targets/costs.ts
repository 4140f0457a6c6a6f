import fc from "fast-check";
import type { App } from "../../../../src/http/router.ts";
import { openApp } from "../app.ts";
import { readCorpus } from "../corpus.ts";
import { requestsOf, type SentRequest } from "../option-requests.ts";
import { anySet, caseOf, mutatedSet, type OptionSet, setOf, titleOf } from "../option-sets.ts";
import { checkResponse, isRecord, parseJson } from "../properties.ts";
import { watchLoop } from "../stall.ts";
import { Broken, type Target } from "../target.ts";

/** Maximum processor time in milliseconds for which one request may block the main thread. */
export const MAX_TURN = 30;

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
    const { app, close } = openApp();
    const measured = new Map<string, Measured>();
    let nonce = 0;

    /** Sends the request for `set` once, and measures it. Creates the link that it refers to first. */
    async function measureOnce(set: OptionSet): Promise<Cost> {
      nonce = (nonce + 1) % 1_000_000;
      const { link, request } = requestsOf(set, nonce);
      const sent = request(link ? await createLink(app, link) : "");
      const asked = toRequest(sent);
      const { result, longest, total } = await watchLoop(() => read(app.reply(asked, sent.path)));
      checkResponse(result, bytesOf(result), textOfSet(set));
      return { longest, total };
    }

    /** Measures `set`. Repeats long turns twice and takes the lowest times, because compilation and garbage collection
     *  slow some requests down. */
    async function measure(set: OptionSet): Promise<Cost> {
      let { longest, total } = await measureOnce(set);
      for (let attempt = 1; attempt < 3 && longest > MAX_TURN; attempt++) {
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
        if (longest > MAX_TURN) throw new Broken(message, longest);
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

type Answer = Awaited<ReturnType<App["reply"]>>;

interface Read {
  readonly status: number;
  readonly headers: Headers;
  readonly pieces: readonly (Uint8Array | string)[];
}

function toRequest({ method, path, body, accept }: SentRequest): Request {
  const headers = { "Content-Type": "application/json", ...(accept && { Accept: accept }) };
  return new Request(`http://isoqr.test${path}`, body === undefined ? { method } : { method, headers, body });
}

/** Reads an answer as a server does: without a Response if it is not one, and in pieces. */
async function read(answering: Promise<Answer>): Promise<Read> {
  const answer = await answering;
  const { status } = answer;
  const headers = new Headers(answer.headers);
  if (!(answer instanceof Response)) return { status, headers, pieces: [answer.body ?? ""] };
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body ?? []) pieces.push(piece);
  return { status, headers, pieces };
}

const bytesOf = ({ pieces }: Pick<Read, "pieces">) => Buffer.concat(pieces.map((piece) => Buffer.from(piece)));

/** Resolves to the id of the link that `link` creates, or to one that does not exist if it is rejected. */
async function createLink(app: App, link: SentRequest): Promise<string> {
  const { pieces } = await read(app.reply(toRequest(link), link.path));
  const created = parseJson(bytesOf({ pieces }).toString());
  return isRecord(created) && typeof created.id === "string" ? created.id : "none";
}

/** Returns the texts of `set` that errors may quote. */
const textOfSet = ({ input }: OptionSet) => Object.values(input).join("\n");
