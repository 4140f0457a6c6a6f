/** Runs `work` on `items`, at most `lanes` at a time, and yields each result as soon as it is ready. Starts no more items
 *  after `stop` is aborted. If `items` or `work` fails, yields the results still in progress before it throws. */
export async function* inLanes<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  lanes: number,
  work: (item: Item) => Promise<Result>,
  stop: AbortSignal,
): AsyncGenerator<Result, void, undefined> {
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const ready: Result[] = [];
  const errors: unknown[] = [];
  let [underWay, isAsked, isOver] = [0, false, false];
  let wake = () => {};

  async function ask(): Promise<void> {
    isAsked = true;
    try {
      const { done, value } = await source.next();
      if (done) isOver = true;
      else if (!stop.aborted) void begin(value);
    } catch (error) {
      isOver = true;
      errors.push(error);
    }
    isAsked = false;
    wake();
  }

  async function begin(item: Item): Promise<void> {
    underWay += 1;
    try {
      ready.push(await work(item));
    } catch (error) {
      isOver = true;
      errors.push(error);
    }
    underWay -= 1;
    wake();
  }

  stop.addEventListener("abort", () => wake());
  try {
    for (;;) {
      const isOpen = !isOver && !stop.aborted;
      if (isOpen && !isAsked && underWay < lanes) void ask();
      if (ready.length > 0) yield* ready.splice(0);
      else if (isOpen || underWay > 0) await new Promise<void>((resolve) => (wake = resolve));
      else break;
    }
  } finally {
    const closed = Promise.resolve(source.return?.()).catch(() => undefined);
    // An async generator queues `return()` while `next()` is pending, so awaiting it could hang.
    if (!isAsked) await closed;
  }
  for (const error of errors) throw error;
}
