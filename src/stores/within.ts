/** What `work` gives within so many milliseconds. Rejects with what `late` makes when it takes longer; `work` goes on. */
export async function within<Value>(milliseconds: number, work: Promise<Value>, late: () => Error): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
