/** What `work`, which never rejects, makes of `items`, at most `lanes` of them at once, as each is ready. From when `stop` is
 *  aborted no more are waited for. Where `items` break off, what is under way is finished first. */
export async function* inLanes<Item, Result>(
  items: AsyncIterable<Item>,
  lanes: number,
  work: (item: Item) => Promise<Result>,
  stop: AbortSignal,
): AsyncGenerator<Result> {
  const source = items[Symbol.asyncIterator]();
  const ready: Result[] = [];
  const trouble: { readonly error: unknown }[] = [];
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
      trouble.push({ error });
    }
    isAsked = false;
    wake();
  }

  async function begin(item: Item): Promise<void> {
    underWay += 1;
    ready.push(await work(item));
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
    const closed = source.return?.().catch(() => undefined);
    // A source that is waited for closes when it has what it waits for.
    if (!isAsked) await closed;
  }
  for (const { error } of trouble) throw error;
}
