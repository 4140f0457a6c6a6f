import type { LinkAdmin } from "../ports.ts";
import { dateOf } from "../stores/expiry.ts";
import { EXIT } from "./faults.ts";
import { print, type Terminal } from "./terminal.ts";
import type { Words } from "./words.ts";

/** Prints the number of links and the space they take. */
export async function showStats(store: LinkAdmin, { given }: Words, terminal: Terminal): Promise<number> {
  const { links, bytes, maxBytes, oldestRead, newestRead } = await store.stats();
  const since = await store.readsSince();
  const date = (day: number | undefined) => (day === undefined ? null : dateOf(day));
  const stats = {
    ...{ links, bytes, maxBytes },
    oldestRead: date(oldestRead),
    newestRead: date(newestRead),
    readsRecordedSince: date(since),
  };
  if (given.json) {
    await print(terminal, JSON.stringify(stats, null, 2));
    return EXIT.fine;
  }
  const share = Math.round((100 * bytes) / maxBytes);
  const lines = [
    ["links", String(links)],
    ["bytes", `${bytes} of ${maxBytes} (${share} %)`],
    ["oldest read", stats.oldestRead ?? "none"],
    ["newest read", stats.newestRead ?? "none"],
    ["recorded", since === undefined ? "reads are not recorded: LINKS_EXPIRE is off" : `since ${dateOf(since)}`],
  ];
  for (const [name = "", value = ""] of lines) await print(terminal, `${name.padEnd(13)}${value}`);
  return EXIT.fine;
}
