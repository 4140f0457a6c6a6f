import { describe, expect, test } from "vitest";
import { createFairQueue, FIRST_GUESS, type Queued, type QueueLimits } from "../../src/work/fair-queue.ts";

interface Named extends Queued {
  readonly id: string;
}

const TIME = FIRST_GUESS;

function createQueue(limits: Partial<QueueLimits> = {}) {
  const queue = createFairQueue<Named>({ places: 1, jobs: 100, ...limits });
  let now = 0;
  const item = (client: string | undefined, id = "", more: Partial<Named> = {}): Named => ({
    ...{ id, name: "scan", load: 1, client, since: now++, bytes: 0, patient: false, urgent: false },
    ...more,
  });
  const add = (...items: Named[]) => {
    for (const one of items) queue.add(one);
  };
  /** Runs all jobs, one at a time, and returns their ids. `timeOf` returns how long a job takes. */
  const runAll = (timeOf: (item: Named) => number = () => TIME) => {
    const ids: string[] = [];
    for (let next = queue.take(); next; next = queue.take()) {
      ids.push(next.id);
      queue.end(next, timeOf(next), true);
    }
    return ids.join(" ");
  };
  return { queue, item, add, runAll };
}

describe("the order of jobs", () => {
  test("takes clients in turn", () => {
    const { item, add, runAll } = createQueue();
    add(item("a", "a1"), item("a", "a2"), item("a", "a3"), item("b", "b1"), item("b", "b2"), item("c", "c1"));
    expect(runAll()).toBe("a1 b1 c1 a2 b2 a3");
  });

  test("keeps the order of arrival if no client is known", () => {
    const { item, add, runAll } = createQueue();
    add(...["1", "2", "3", "4"].map((id) => item(undefined, id)));
    expect(runAll()).toBe("1 2 3 4");
  });

  test("shares time instead of numbers of jobs", () => {
    const { item, add, runAll } = createQueue();
    for (let i = 1; i <= 3; i++) add(item("slow", `S${i}`));
    for (let i = 1; i <= 9; i++) add(item("fast", `${i}`));
    expect(runAll(({ client }) => (client === "slow" ? 4 * TIME : TIME))).toBe("S1 1 2 3 4 S2 5 6 7 8 S3 9");
  });

  test("a client that returns after a long job waits until the others have had as much time", () => {
    const { queue, item, add, runAll } = createQueue();
    add(item("a", "A"), item("b", "1"));
    const first = queue.take() as Named;
    queue.end(first, 3 * TIME, true);
    add(...["2", "3", "4"].map((id) => item("b", id)), item("a", "A"));
    expect(runAll()).toBe("1 2 3 A 4");
  });

  test("a client that was idle gets no time in advance", () => {
    const { item, add, runAll } = createQueue();
    add(...Array.from({ length: 20 }, () => item("a", "a")));
    runAll();
    add(item("a", "a1"), item("a", "a2"), item("b", "b1"), item("b", "b2"));
    expect(["a1 b1 a2 b2", "b1 a1 b2 a2"]).toContain(runAll());
  });

  test("runs the jobs of one client in the order of their requests", () => {
    const { item, add, runAll } = createQueue();
    add(item("a", "second", { since: 2 }), item("a", "third", { since: 3 }), item("a", "first", { since: 1 }));
    expect(runAll()).toBe("first second third");
  });

  test("runs urgent jobs first, in the order of arrival, and charges them to their client", () => {
    const { item, add, runAll } = createQueue();
    add(item("a", "a1"), item("b", "b1"), item("a", "a2"));
    add(item("a", "urgent1", { urgent: true }), item("a", "urgent2", { urgent: true }));
    expect(runAll()).toBe("urgent1 urgent2 b1 a1 a2");
  });

  test("gives a client at most half of the places while others wait", () => {
    const { queue, item, add } = createQueue({ places: 4 });
    add(...Array.from({ length: 9 }, () => item("a", "a")));
    const started = () => queue.take()?.id;
    expect([started(), started(), started()]).toEqual(["a", "a", "a"]);
    // `a` has used no more time than the others, but holds three places.
    add(item("b", "b"), item("c", "c"));
    expect([started(), started(), started()]).toEqual(["b", "c", "a"]);
  });

  test("removes a job that no longer waits", () => {
    const { queue, item, add, runAll } = createQueue({ jobs: 2 });
    const gone = item("a", "gone");
    add(gone, item(undefined, "stays"));
    expect(queue.isFull(item(undefined))).toBe(true);
    expect([queue.remove(gone), queue.remove(gone)]).toEqual([true, false]);
    expect(queue.isFull(item(undefined))).toBe(false);
    expect(runAll()).toBe("stays");
  });
});

describe("the limits of the queue", () => {
  test("a client can use half of the queue", () => {
    const { queue, item, add } = createQueue({ jobs: 10, bytes: 1_000 });
    add(...Array.from({ length: 5 }, () => item("a")));
    expect([queue.isFull(item("a")), queue.isFull(item("b"))]).toEqual([true, false]);
    add(...Array.from({ length: 5 }, () => item("b")));
    expect(queue.isFull(item("c"))).toBe(true);
  });

  test("an unknown client can use the whole queue", () => {
    const { queue, item, add } = createQueue({ jobs: 10 });
    add(...Array.from({ length: 9 }, () => item(undefined)));
    expect(queue.isFull(item(undefined))).toBe(false);
    add(item(undefined));
    expect(queue.isFull(item(undefined))).toBe(true);
  });

  test("counts the size of inputs", () => {
    const { queue, item, add } = createQueue({ bytes: 1_000 });
    add(item("a", "", { bytes: 400 }));
    expect(queue.isFull(item("a", "", { bytes: 100 }))).toBe(false);
    expect(queue.isFull(item("a", "", { bytes: 101 }))).toBe(true);
    expect(queue.isFull(item("b", "", { bytes: 500 }))).toBe(false);
  });

  test("patient jobs do not count", () => {
    const { queue, item, add } = createQueue({ jobs: 2, bytes: 10 });
    add(...Array.from({ length: 9 }, () => item("a", "", { patient: true, bytes: 10 })));
    expect(queue.isFull(item("a"))).toBe(false);
  });

  test("is full when a job would wait for too long", () => {
    const { queue, item, add } = createQueue({ wait: 1_000 });
    add(...Array.from({ length: 20 }, () => item("a")));
    expect(queue.waitOf(item("a"))).toBe(20 * TIME);
    expect(queue.isFull(item("a"))).toBe(false);
    add(item("a"));
    expect(queue.isFull(item("a"))).toBe(true);
    // Another client waits for one job of the first.
    expect(queue.waitOf(item("b"))).toBe(TIME);
    add(...Array.from({ length: 9 }, () => item("b")));
    expect(queue.waitOf(item("b"))).toBe(19 * TIME);
    // A later job of an earlier request does not wait for later requests.
    expect(queue.waitOf(item("b", "", { since: 0 }))).toBe(TIME);
  });

  test("divides the wait by the number of places", () => {
    const { queue, item, add } = createQueue({ places: 4 });
    add(...Array.from({ length: 8 }, () => item("a")));
    expect(queue.waitOf(item("a"))).toBe(2 * TIME);
  });

  test("counts the urgent jobs that a job will cause", () => {
    const { queue, item, add } = createQueue();
    add(item("a", "", { load: 2 }));
    expect(queue.waitOf(item("a"))).toBe(2 * TIME);
  });
});

describe("the expected time of a job", () => {
  const many = (count: number) => Array.from({ length: count });

  test("is that of the client's last jobs, without outliers", () => {
    const { queue, item, add, runAll } = createQueue();
    add(...many(2).map(() => item("a")));
    runAll(() => 5_000);
    add(item("a"));
    expect(queue.waitOf(item("a"))).toBe(TIME);
    add(...many(3).map(() => item("a")));
    runAll(() => 200);
    add(item("a"));
    expect(queue.waitOf(item("a"))).toBe(200);
  });

  test("is a multiple of the known cost", () => {
    const { queue, item, add, runAll } = createQueue();
    add(item("a", "", { cost: 400 }));
    expect(queue.waitOf(item("a"))).toBe(400);
    add(...many(5).map(() => item("a", "", { cost: 100 })));
    runAll(({ cost = 0 }) => 3 * cost);
    add(item("a", "", { cost: 400 }));
    expect(queue.waitOf(item("a"))).toBe(1_200);
  });

  test("is not affected by the slow jobs of another client", () => {
    const { queue, item, add, runAll } = createQueue();
    add(...many(50).map(() => item("a")));
    runAll(() => 2_000);
    add(item("b"));
    expect(queue.waitOf(item("b"))).toBe(TIME);
  });

  test("follows what most clients need", () => {
    const { queue, item, add, runAll } = createQueue();
    add(...many(9).map((_, at) => item(`client ${at}`)));
    runAll(() => 300);
    add(item("new"));
    expect(queue.waitOf(item("new"))).toBe(300);
  });
});

test("new clients do not displace a client that has used more time", () => {
  const { queue, item, add } = createQueue();
  add(item("a", "long"), item("b"));
  queue.end(queue.take() as Named, 10 * TIME, true);
  add(item("a", "next"));
  let jobs = 0;
  for (let id = ""; id !== "next"; jobs++) {
    add(item(`client ${jobs}`));
    const taken = queue.take() as Named;
    queue.end(taken, TIME, true);
    ({ id } = taken);
  }
  expect(jobs).toBeGreaterThan(10);
  expect(jobs).toBeLessThan(40);
});
