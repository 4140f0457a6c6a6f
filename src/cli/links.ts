import { existsSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { settings } from "../runtime/settings-table.ts";
import { cutoffOf, dateOf } from "../stores/expiry.ts";
import type { LinkAdmin, LinkStore } from "../stores/store.ts";
import { addresses, openStore, storeAt } from "../stores/table.ts";
import { EXIT, failure, usage } from "./errors.ts";
import { type Flag, readWords, type Words } from "./flags.ts";
import { unreadable } from "./input.ts";
import { countOf, print, type Terminal } from "./terminal.ts";

type LinksCommand = (store: LinkAdmin, words: Words, terminal: Terminal) => Promise<number>;

interface Row {
  readonly flags: readonly Flag[];
  readonly takesFile?: true;
  load(): Promise<LinksCommand>;
}

export const placeFlag: Flag = {
  key: "links",
  value: "PLACE",
  about: `Where links are stored: ${addresses.shared}; defaults to LINKS.`,
  default: settings.links.default,
  example: settings.links.default,
};

export const limitFlag: Flag = {
  key: "linksMaxBytes",
  value: "BYTES",
  about: "Storage limit for links, as set on the servers, such as 4GiB; defaults to LINKS_MAX_BYTES.",
  example: "4GiB",
};

const daysFlag: Flag = {
  key: "days",
  value: "N",
  about: "Remove links that have not been read for N days; defaults to LINKS_EXPIRE.",
  example: "90",
};

export const statsFlags: readonly Flag[] = [{ key: "json", about: "Print JSON." }];
export const purgeFlags: readonly Flag[] = [
  daysFlag,
  { key: "dryRun", about: "Print how many links would be removed, without removing them." },
  {
    key: "force",
    short: "f",
    about:
      "Purge even if the server has recorded reads for less than N days. Links without a recorded read are then judged by their creation date.",
  },
];
export const exportFlags: readonly Flag[] = [
  { key: "output", short: "o", value: "FILE", about: "Output file, or - for standard output.", default: "-" },
  { key: "force", short: "f", about: "Replace an existing file." },
];

const commands: Readonly<Record<string, Row>> = {
  stats: { flags: statsFlags, load: async () => showStats },
  purge: { flags: purgeFlags, load: async () => purgeLinks },
  export: { flags: exportFlags, load: async () => (await import("./links-transfer.ts")).exportLinks },
  import: { flags: [], takesFile: true, load: async () => (await import("./links-transfer.ts")).importLinks },
};

/** Runs `isoqr links stats|purge|export|import`. Servers that use the same store can keep running. Resolves to the exit
 *  code. */
export async function links(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = "", ...rest] = args;
  const row = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!row) throw usage("links must be followed by stats, purge, export or import: see isoqr links --help");
  const words = readWords(rest, [placeFlag, limitFlag, ...row.flags]);
  const most = row.takesFile ? 1 : 0;
  if (words.texts.length > most)
    throw usage(
      `unexpected argument "${words.texts[most]}": links ${name} takes ${row.takesFile ? "one file" : "only flags"}`,
    );
  if (words.texts.length < most) throw usage("links import must be followed by a file, or - for standard input");
  if (row.takesFile) await checkInput(words.texts[0] ?? "-");
  const command = await row.load();
  const store = await open(words, terminal, row.takesFile === true);
  try {
    return await command(store, words, terminal);
  } finally {
    await store.close();
  }
}

/** Opens the store that flags or the environment specify. A missing file is created only if `mayCreate`.
 *  @throws {QrError} if the store cannot be opened. */
async function open({ given }: Words, { environment }: Terminal, mayCreate: boolean): Promise<LinkStore & LinkAdmin> {
  const { readConfiguration } = await import("../runtime/configuration.ts");
  const flags = [placeFlag, limitFlag].flatMap(({ key }) => {
    const value = given[key];
    return value === undefined ? [] : [`--${key === "links" ? "links" : "links-max-bytes"}=${value}`];
  });
  const { LINKS, LINKS_MAX_BYTES } = environment;
  let configuration: ReturnType<typeof readConfiguration>;
  try {
    configuration = readConfiguration(flags, { LINKS, LINKS_MAX_BYTES });
  } catch (error) {
    throw usage((error as Error).message);
  }
  const { links: place = "", linksMaxBytes: maxBytes } = configuration;
  if (!storeAt(place)?.isShared) {
    throw usage(`--links must be ${addresses.shared}: ${place} exists only inside a running server`);
  }
  // Only a server may create a missing file. For other commands, a mistyped path would look like an empty store.
  const path = mayCreate ? undefined : storeAt(place)?.fileOf?.(place);
  if (path !== undefined && !existsSync(path)) {
    throw usage(`opening the links failed: ${path} does not exist; check --links`);
  }
  let isAway = false;
  const report = () => {
    isAway = true;
  };
  const store = await openStore(place, { report, ...(maxBytes !== undefined && { maxBytes }) }).catch(
    (error: Error) => {
      throw failure(error.message, error);
    },
  );
  if (!isAway) return store;
  await store.close();
  throw failure("opening the links failed: the database does not respond; check --links and the network");
}

/** Rejects if the file at `path` cannot be read. Called first, so that the file of a store is not created in vain. */
async function checkInput(path: string): Promise<void> {
  if (path === "-") return;
  await access(path, constants.R_OK).catch((error) => Promise.reject(unreadable(path, error)));
}

async function showStats(store: LinkAdmin, { given }: Words, terminal: Terminal): Promise<number> {
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
    return EXIT.ok;
  }
  const share = Math.round((100 * bytes) / maxBytes);
  const lines = [
    ["links", String(links)],
    ["bytes", `${bytes} of ${maxBytes} (${share}%)`],
    ["oldest read", stats.oldestRead ?? "none"],
    ["newest read", stats.newestRead ?? "none"],
    ["recorded", since === undefined ? "reads are not recorded: LINKS_EXPIRE is off" : `since ${dateOf(since)}`],
  ];
  for (const [name = "", value = ""] of lines) await print(terminal, `${name.padEnd(13)}${value}`);
  return EXIT.ok;
}

/** Maximum number of links removed at a time. Running servers may have to wait while a batch is removed. */
const BATCH_SIZE = 200;

const DAY = 86_400_000;

async function purgeLinks(store: LinkAdmin, { given }: Words, terminal: Terminal): Promise<number> {
  const days = readDays(given.days ?? terminal.environment.LINKS_EXPIRE);
  const cutoff = await cutoffFor(store, days, given.force === true);
  const { unread } = await store.stats(cutoff);
  if (given.dryRun) {
    await print(terminal, `would remove ${countOf(unread, "link")} not read for ${countOf(days, "day")}`);
    return EXIT.ok;
  }
  let [purged, isStopped] = [0, false];
  const settle = terminal.onInterrupt(() => {
    isStopped = true;
  });
  for (let more = BATCH_SIZE; more === BATCH_SIZE && !isStopped; purged += more)
    more = await store.purge(cutoff, BATCH_SIZE);
  settle();
  await print(terminal, `removed ${countOf(purged, "link")} not read for ${countOf(days, "day")}`);
  return isStopped ? EXIT.interrupted : EXIT.ok;
}

/** Returns the number of days. @throws {QrError} if it is missing or invalid. */
function readDays(value: unknown): number {
  if (typeof value === "string" && /^[0-9]{1,4}$/.test(value) && Number(value) > 0) return Number(value);
  throw usage("--days must be an integer from 1 to 9999, as in isoqr links purge --days 90");
}

/** Resolves to the cutoff day: links that were last read before that day are removed.
 *  @throws {QrError} if reads have not been recorded for `days` days, unless `force` is set. */
async function cutoffFor(store: LinkAdmin, days: number, force: boolean): Promise<number> {
  const today = Math.floor(Date.now() / DAY);
  if (force) return today - days;
  const since = await store.readsSince();
  const cutoff = cutoffOf(today, days, since);
  if (cutoff > 0) return cutoff;
  const known = since === undefined ? "reads are not recorded" : `reads have only been recorded since ${dateOf(since)}`;
  throw failure(
    `nothing was removed: ${known}, so links that are still in use could be removed; run the servers with LINKS_EXPIRE ` +
      `for ${countOf(days, "day")}, or add --force to purge anyway`,
  );
}
