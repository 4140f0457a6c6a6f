import { createJobTimes } from "./job-times.ts";

export interface Queued {
  /** Name of the job, which determines its default cost. */
  readonly name: string;
  /** Expected time in milliseconds. Default: the time that jobs of this name usually take. */
  readonly cost?: number | undefined;
  /** Number of jobs of this name that the job causes, including itself. */
  readonly load: number;
  readonly client?: string | undefined;
  /** Time that determines the order of a client's jobs. */
  readonly since: number;
  /** Size of the job's input. */
  readonly bytes: number;
  /** Whether the job ignores the limits of the queue. */
  readonly patient: boolean;
  /** Whether the job runs before all jobs that are not urgent. */
  readonly urgent: boolean;
}

export interface QueueLimits {
  /** Number of jobs that run at a time. */
  readonly places: number;
  /** Maximum number of waiting jobs. */
  readonly jobs: number;
  /** Maximum total size of their inputs in bytes. Default: unlimited. */
  readonly bytes?: number | undefined;
  /** Maximum expected wait of a new job in milliseconds. Default: unlimited. */
  readonly wait?: number | undefined;
}

export interface FairQueue<Item extends Queued> {
  /** Returns whether a job must be rejected: the queue or the client's half of it is full, or the wait would be too long. */
  isFull(item: Item): boolean;
  /** Returns the time in milliseconds that a new job is expected to wait. */
  waitOf(item: Item): number;
  add(item: Item): void;
  /** Removes a waiting job. Returns whether it was waiting. */
  remove(item: Item): boolean;
  /** Removes the job that runs next. Call `end` when it has ended. */
  take(): Item | undefined;
  /** Records that a job ended after `time` milliseconds. `isTypical` is whether similar jobs will probably take as long. */
  end(item: Item, time: number, isTypical: boolean): void;
  /** Removes and returns all waiting jobs. */
  clear(): readonly Item[];
}

/** The expected time of a job, in milliseconds, if it has no cost and no job of its name has run. */
export const FIRST_GUESS = 50;

/** The total of waiting jobs. Patient jobs count only towards `work`. */
interface Sum {
  jobs: number;
  bytes: number;
  /** Expected time of the jobs in milliseconds. */
  work: number;
}

interface Line<Item> {
  readonly waiting: Item[];
  readonly sum: Sum;
  running: number;
  /** Milliseconds that the client's jobs have taken. A new client starts with the time of an average client. */
  used: number;
  /** Expected time of the client's jobs in progress, in milliseconds. */
  expected: number;
}

/** Creates a queue that shares the places fairly between clients: the next job is from the client whose jobs have taken the
 *  least time. While other clients wait, a client gets at most half of the places. A known client can use at most half of
 *  the queue. */
export function createFairQueue<Item extends Queued>(limits: QueueLimits): FairQueue<Item> {
  const { places, jobs, bytes = Number.POSITIVE_INFINITY, wait = Number.POSITIVE_INFINITY } = limits;
  const half = Math.max(1, places >> 1);
  const times = createJobTimes();
  const lines = new Map<string | undefined, Line<Item>>();
  const urgent: Item[] = [];
  const all = emptySum();
  /** The expected time of each job in the queue or in progress. */
  const costs = new WeakMap<Item, number>();
  /** The time that the jobs of an average client have taken. */
  let average = 0;

  const costOf = (item: Item) => costs.get(item) ?? 0;
  const expected = ({ client, name, cost = FIRST_GUESS, load }: Item) => load * cost * times.factor(client, name);

  function lineOf(client: string | undefined): Line<Item> {
    const line = lines.get(client) ?? { waiting: [], sum: emptySum(), running: 0, used: average, expected: 0 };
    lines.set(client, line);
    return line;
  }

  /** Adds `item` to the sums of waiting jobs, or removes it if `sign` is -1. */
  function count(item: Item, sign: 1 | -1): void {
    const sums = item.urgent ? [all] : [all, lineOf(item.client).sum];
    for (const sum of sums) {
      sum.work += sign * costOf(item);
      if (item.patient) continue;
      sum.jobs += sign;
      sum.bytes += sign * item.bytes;
    }
  }

  /** Charges a client for `time`. Forgets clients that have no jobs and have not used more time than the average. */
  function addTime(line: Line<Item>, time: number): void {
    line.used += time;
    average += time / Math.max(1, [...lines.values()].filter(isActive).length);
    for (const [client, other] of lines) if (!isActive(other) && other.used <= average) lines.delete(client);
  }

  /** Returns the client whose turn it is. If several have used the same time, this is the one that has waited the longest. */
  function next(): Line<Item> | undefined {
    const waiting = [...lines.values()].filter((line) => line.waiting.length > 0);
    const modest = waiting.filter(({ running }) => running < half);
    let best: Line<Item> | undefined;
    for (const line of modest.length > 0 ? modest : waiting) if (!best || timeOf(line) < timeOf(best)) best = line;
    return best;
  }

  /** Returns the expected wait in milliseconds if the places are shared fairly: before the job runs, every other client
   *  gets as much time as this one. */
  function waitOf(item: Item): number {
    const own = lines.get(item.client)?.waiting ?? [];
    const before = own.reduce((sum, other) => sum + (other.since <= item.since ? costOf(other) : 0), 0);
    let work = before + urgent.reduce((sum, other) => sum + costOf(other), 0);
    for (const [client, { sum }] of lines) {
      if (client !== item.client) work += Math.min(before + expected(item), sum.work);
    }
    return work / places;
  }

  function isFull(item: Item): boolean {
    const exceeds = (sum: Sum, share: number) => sum.jobs >= jobs * share || sum.bytes + item.bytes > bytes * share;
    const own = lines.get(item.client)?.sum ?? emptySum();
    if (exceeds(all, 1) || (item.client !== undefined && exceeds(own, 0.5))) return true;
    return wait < Number.POSITIVE_INFINITY && waitOf(item) > wait;
  }

  return {
    isFull,
    waitOf,
    add(item) {
      costs.set(item, expected(item));
      const list = item.urgent ? urgent : lineOf(item.client).waiting;
      const before = item.urgent ? list.length : list.findLastIndex(({ since }) => since <= item.since) + 1;
      list.splice(before, 0, item);
      count(item, 1);
    },
    remove(item) {
      const list = item.urgent ? urgent : (lines.get(item.client)?.waiting ?? []);
      const at = list.indexOf(item);
      if (at < 0) return false;
      list.splice(at, 1);
      count(item, -1);
      return true;
    },
    take() {
      const item = urgent.shift() ?? next()?.waiting.shift();
      if (!item) return undefined;
      count(item, -1);
      const line = lineOf(item.client);
      line.running++;
      line.expected += costOf(item);
      // Moves the client to the end of the order.
      lines.delete(item.client);
      lines.set(item.client, line);
      return item;
    },
    end(item, time, isTypical) {
      const line = lineOf(item.client);
      addTime(line, time);
      line.running--;
      line.expected -= costOf(item);
      const { client, name, cost = FIRST_GUESS } = item;
      if (isTypical && cost > 0) times.add(client, name, time / cost);
    },
    clear() {
      const waiting = [...urgent, ...[...lines.values()].flatMap((line) => line.waiting)];
      for (const item of waiting) this.remove(item);
      return waiting;
    },
  };
}

const emptySum = (): Sum => ({ jobs: 0, bytes: 0, work: 0 });

const timeOf = ({ used, expected }: Line<unknown>): number => used + expected;

function isActive({ waiting, running }: Line<unknown>): boolean {
  return running > 0 || waiting.length > 0;
}
