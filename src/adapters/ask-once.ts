/** `ask` with its answers kept, so that all who ask for one thing share one answer. Who is rejected may ask again. For keys
 *  of which there are few, such as the files of a listing. */
export function askOnce<Value>(ask: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  return (key) => {
    const known = kept.get(key);
    if (known) return known;
    const asked = ask(key);
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
    return asked;
  };
}
