import type { LinkAdmin, LinkStore } from "../ports.ts";
import { settings } from "../runtime/settings-table.ts";
import { addresses, openStore, storeAt } from "../stores/table.ts";
import { failure, usage } from "./faults.ts";
import type { Flag } from "./flags.ts";
import type { Terminal } from "./terminal.ts";
import { readWords, type Words } from "./words.ts";

/** Runs a command with its arguments and the open store. Resolves to the exit code. */
export type LinksCommand = (store: LinkAdmin, words: Words, terminal: Terminal) => Promise<number>;

interface Row {
  readonly flags: readonly Flag[];
  readonly takesFile?: true;
  load(): Promise<LinksCommand>;
}

export const placeFlag: Flag = {
  key: "links",
  value: "PLACE",
  about: `Where links are kept: ${addresses.shared}; defaults to LINKS.`,
  default: settings.links.default,
  example: settings.links.default,
};

export const limitFlag: Flag = {
  key: "linksMaxBytes",
  value: "BYTES",
  about: "The limit of the servers, such as 4GiB; defaults to LINKS_MAX_BYTES.",
  example: "4GiB",
};

export const daysFlag: Flag = {
  key: "days",
  value: "N",
  about: "Days since a link was last read; defaults to LINKS_EXPIRE.",
  example: "90",
};

export const statsFlags: readonly Flag[] = [{ key: "json", about: "Print JSON, for programs." }];
export const purgeFlags: readonly Flag[] = [
  daysFlag,
  { key: "dryRun", about: "Print how many links would be removed, and remove none." },
  {
    key: "force",
    short: "f",
    about: "Treat links as last read when created if reads have not been recorded for N days.",
  },
];
export const exportFlags: readonly Flag[] = [
  { key: "output", short: "o", value: "FILE", about: "Where to write; - is the standard output.", default: "-" },
  { key: "force", short: "f", about: "Replace an existing file." },
];

const commands: Readonly<Record<string, Row>> = {
  stats: { flags: statsFlags, load: async () => (await import("./links-stats.ts")).showStats },
  purge: { flags: purgeFlags, load: async () => (await import("./links-purge.ts")).purgeLinks },
  export: { flags: exportFlags, load: async () => (await import("./links-export.ts")).exportLinks },
  import: { flags: [], takesFile: true, load: async () => (await import("./links-import.ts")).importLinks },
};

/** Runs `isoqr links stats|purge|export|import`, for operators. Servers may keep running. */
export async function links(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = "", ...rest] = args;
  const row = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!row) throw usage("links must be followed by stats, purge, export or import: isoqr links --help");
  const words = readWords(rest, [placeFlag, limitFlag, ...row.flags]);
  const most = row.takesFile ? 1 : 0;
  if (words.texts.length > most) throw usage(`"${words.texts[most]}" is an unexpected argument of links ${name}`);
  if (words.texts.length < most) throw usage("links import must be followed by a file, or - for the standard input");
  if (row.takesFile) await checkInput(words.texts[0] ?? "-");
  const command = await row.load();
  const store = await open(words, terminal, row.takesFile === true);
  try {
    return await command(store, words, terminal);
  } finally {
    await store.close();
  }
}

/** Opens the store that flags or the environment name, as a server would. A missing file is created only if `mayMake`.
 *  @throws {QrError} if the store cannot be opened. */
async function open({ given }: Words, { environment }: Terminal, mayMake: boolean): Promise<LinkStore & LinkAdmin> {
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
    throw usage(`--links must be ${addresses.shared}: ${place} exists only within its server`);
  }
  if (!mayMake) await checkFile(place);
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
  throw failure("opening the links failed: the database does not answer; check --links and the network");
}

/** Rejects with QrError if the file at `path` cannot be read: opening a store would create its file for nothing. */
async function checkInput(path: string): Promise<void> {
  if (path === "-") return;
  const { access, constants } = await import("node:fs/promises");
  const { unreadable } = await import("./read-input.ts");
  await access(path, constants.R_OK).catch((error) => Promise.reject(unreadable(path, error)));
}

/** Rejects with QrError if the file of `place` is missing: a server would create it, but here a wrong path would look like an
 *  empty store. */
async function checkFile(place: string): Promise<void> {
  const path = storeAt(place)?.fileOf?.(place);
  if (path === undefined) return;
  const { existsSync } = await import("node:fs");
  if (!existsSync(path)) throw usage(`opening the links failed: ${path} does not exist; check --links`);
}
