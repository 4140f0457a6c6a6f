import { createJobTimes } from "./job-times.ts";

/** A waiting job. */
export interface Queued {
  /** Determines how long the job is expected to take. */
  readonly name: string;
  /** Expected time in milliseconds. Default: depends on the name. */
  readonly cost?: number | undefined;
  /** How many jobs of this name the job causes, including itself. */
  readonly load: number;
  readonly client?: string | undefined;
  /** A client's jobs run in the order of this time. */
  readonly since: number;
  /** Size of the job's input. */
  readonly bytes: number;
  /** Does not count towards the limits. */
  readonly patient: boolean;
  /** Runs before all jobs that are not urgent. */
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
  /** Returns whether a job may not wait: the queue or the client's half of it is full, or the wait would be too long. */
  isFull(item: Item): boolean;
  /** Returns the time in milliseconds that a new job is expected to wait. */
  waitOf(item: Item): number;
  add(item: Item): void;
  /** Removes a waiting job. Returns whether it was waiting. */
  remove(item: Item): boolean;
  /** Removes the job that runs next. Call `end` when it has ended. */
  take(): Item | undefined;
  /** Records the end of a job after `time` milliseconds. `isTypical` is whether similar jobs will take as long. */
  end(item: Item, time: number, isTypical: boolean): void;
  /** Removes all waiting jobs. */
  clear(): readonly Item[];
}

/** The expected time in milliseconds of a job without a cost that has never run. */
export const FIRST_GUESS = 50;

/** What waits in a list. Patient jobs count only as work. */
interface Sum {
  jobs: number;
  bytes: number;
  /** Expected time of the jobs in milliseconds. */
  work: number;
}

/** The jobs of one client. */
interface Line<Item> {
  readonly waiting: Item[];
  readonly sum: Sum;
  running: number;
  /** Milliseconds that the client's jobs have taken. A new client starts with the time of an average client. */
  used: number;
  /** Expected time of the jobs in progress. */
  expected: number;
}

/** Creates a queue that shares the places fairly between clients: the next job is that of the client whose jobs have taken
 *  the least time. While others wait, a client gets at most half of the places. Each known client can use at most half of
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

  /** Counts `item` as waiting, or with -1 no longer. */
  function count(item: Item, sign: 1 | -1): void {
    const sums = item.urgent ? [all] : [all, lineOf(item.client).sum];
    for (const sum of sums) {
      sum.work += sign * costOf(item);
      if (item.patient) continue;
      sum.jobs += sign;
      sum.bytes += sign * item.bytes;
    }
  }

  /** Charges a client for `time`, and forgets clients that have no jobs and have not used more than the others. */
  function addTime(line: Line<Item>, time: number): void {
    line.used += time;
    average += time / Math.max(1, [...lines.values()].filter(isActive).length);
    for (const [client, other] of lines) if (!isActive(other) && other.used <= average) lines.delete(client);
  }

  /** Returns the line whose turn it is: of several that have used the same time, the one that has waited the longest. */
  function next(): Line<Item> | undefined {
    const waiting = [...lines.values()].filter((line) => line.waiting.length > 0);
    const modest = waiting.filter(({ running }) => running < half);
    let best: Line<Item> | undefined;
    for (const line of modest.length > 0 ? modest : waiting) if (!best || timeOf(line) < timeOf(best)) best = line;
    return best;
  }

  /** Assumes that the places are shared fairly: before the job, each other client gets as much time as this one. */
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
      // Moves the client behind the others.
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
