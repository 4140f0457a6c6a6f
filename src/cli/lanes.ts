/** What `work`, which never rejects, makes of `items`, at most `lanes` of them at once, as each is ready. When `stopped` says
 *  so, no more are begun. Where `items` break off, what is under way is finished first. */
export async function* inLanes<Item, Result>(
  items: AsyncIterable<Item>,
  lanes: number,
  work: (item: Item) => Promise<Result>,
  stopped: () => boolean,
): AsyncGenerator<Result> {
  const underWay = new Set<Promise<void>>();
  const ready: Result[] = [];
  const trouble: { readonly error: unknown }[] = [];
  const begin = (item: Item) => {
    const job = work(item).then((result) => {
      underWay.delete(job);
      ready.push(result);
    });
    underWay.add(job);
  };
  try {
    for await (const item of items) {
      if (stopped()) break;
      begin(item);
      if (underWay.size >= lanes) await Promise.race(underWay);
      yield* ready.splice(0);
    }
  } catch (error) {
    trouble.push({ error });
  }
  await Promise.all(underWay);
  yield* ready.splice(0);
  for (const { error } of trouble) throw error;
}
