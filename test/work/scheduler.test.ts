import { expect, test } from "vitest";
import { nextTask } from "../../src/async/next-task.ts";
import { createScheduler, type Scheduler, SLICE, unscheduled } from "../../src/work/scheduler.ts";

/** Returns a scheduler whose clock shows only the time that `draw` takes. */
function drawing() {
  let time = 0;
  const drawn: string[] = [];
  const scheduler = createScheduler(() => time);
  const draw = (name: string, cost = SLICE, client?: string, signal?: AbortSignal) =>
    scheduler.run({
      cost,
      caller: { client, signal },
      work() {
        time += cost;
        drawn.push(name);
        return name;
      },
    });
  return { draw, drawn };
}

test("work that fits into the slice is done at once", () => {
  const { draw } = drawing();
  expect([draw("a", SLICE / 2), draw("b", SLICE / 2)]).toEqual(["a", "b"]);
});

test("other events are handled between two slices", async () => {
  const { draw, drawn } = drawing();
  const all = Promise.all(["a", "b", "c", "d"].map((name) => draw(name)));
  expect(drawn).toEqual(["a"]);
  await nextTask();
  drawn.push("event");
  await all;
  expect(drawn).toEqual(["a", "b", "event", "c", "d"]);
});

test("work that costs more than a slice has its own", async () => {
  const { draw, drawn } = drawing();
  draw("a", 1);
  const late = draw("b", 3 * SLICE);
  expect(drawn).toEqual(["a"]);
  await late;
  expect(drawn).toEqual(["a", "b"]);
});

test("a slice that took longer than expected ends early", async () => {
  let time = 0;
  const scheduler = createScheduler(() => time);
  const slow = () => {
    time += 5 * SLICE;
  };
  scheduler.run({ cost: 1, work: slow });
  expect(scheduler.run({ cost: 1, work: () => "drawn" })).toBeInstanceOf(Promise);
});

test("the work of a request counts as a whole, even if it goes on in promises", async () => {
  let time = 0;
  const scheduler = createScheduler(() => time);
  const begin = (client: string) => scheduler.run({ cost: 1, work: () => undefined, caller: { client } });
  expect(begin("a")).toBeUndefined();
  await Promise.resolve();
  time += SLICE;
  expect(begin("b")).toBeInstanceOf(Promise);
});

test("waiting requests start one after another, when the promises of the one before are settled", async () => {
  let time = 0;
  const scheduler = createScheduler(() => time);
  const events: string[] = [];
  const answer = async (name: string) => {
    await scheduler.run({ cost: 1, work: () => undefined, caller: { client: "a" } });
    events.push(`begin ${name}`);
    for (let i = 0; i < 10; i++) await Promise.resolve();
    time += SLICE;
    events.push(`end ${name}`);
  };
  await answer("1");
  await Promise.all(["2", "3", "4"].map(answer));
  expect(events).toEqual(["1", "2", "3", "4"].flatMap((name) => [`begin ${name}`, `end ${name}`]));
});

test("further work of the client whose turn it is belongs to its slice", async () => {
  const { draw, drawn } = drawing();
  draw("first");
  const all = Promise.all([
    Promise.resolve(draw("a1", 1, "a")).then(() => draw("a2", 1, "a")),
    draw("a3", SLICE, "a"),
    draw("b1", 1, "b"),
  ]);
  await all;
  expect(drawn).toEqual(["first", "a1", "a2", "b1", "a3"]);
});

test("the client of work is read only if it matters, and the signal only if the work waits", () => {
  let time = 0;
  const scheduler = createScheduler(() => time);
  const read: string[] = [];
  const caller = {
    get client() {
      read.push("client");
      return "a";
    },
    get signal() {
      read.push("signal");
      return undefined;
    },
  };
  const run = () => scheduler.run({ cost: SLICE / 4, work: () => "done", caller });
  expect([run(), run()]).toEqual(["done", "done"]);
  expect(read).toEqual([]);
  time += SLICE;
  expect(run()).toBeInstanceOf(Promise);
  expect(read).toContain("signal");
});

test("clients take turns, in the order of their own work", async () => {
  const { draw, drawn } = drawing();
  const names = ["a1", "a2", "a3", "b1", "b2", "c1"];
  await Promise.all(names.map((name) => draw(name, SLICE, name[0])));
  expect(drawn).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

test("a client with little work does not wait for the work of others", async () => {
  const { draw, drawn } = drawing();
  const all = Promise.all(["a1", "a2", "a3", "a4"].map((name) => draw(name, SLICE, "a")));
  await nextTask();
  await nextTask();
  expect(draw("b1", 1, "b")).toBe("b1");
  await all;
  expect(drawn.indexOf("b1")).toBeLessThan(drawn.indexOf("a4"));
});

test("work is removed if its signal aborts while it waits", async () => {
  const { draw, drawn } = drawing();
  const leaving = new AbortController();
  draw("a");
  const left = draw("b", SLICE, undefined, leaving.signal);
  const others = draw("c");
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  await others;
  expect(drawn).toEqual(["a", "c"]);
});

test("errors reach the caller, and later work is still done", async () => {
  const scheduler = createScheduler();
  const fail = () => {
    throw new Error("too long");
  };
  expect(() => scheduler.run({ cost: SLICE, work: fail })).toThrow("too long");
  const late = scheduler.run({ cost: 2 * SLICE, work: fail });
  const last = scheduler.run({ cost: SLICE, work: () => "drawn" });
  await expect(late).rejects.toThrow("too long");
  expect(await last).toBe("drawn");
});

test("hosts without a scheduler do all work at once", () => {
  const draw = (scheduler: Scheduler) => scheduler.run({ cost: 100 * SLICE, work: () => "drawn" });
  expect([draw(unscheduled), draw(unscheduled)]).toEqual(["drawn", "drawn"]);
});
