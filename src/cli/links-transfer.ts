import { QrError } from "../errors.ts";
import { idsFor, sha256 } from "../links/id.ts";
import { checkStoredText } from "../service/links.ts";
import { dateOf, dayOfDate } from "../stores/expiry.ts";
import type { DatedLink, LinkAdmin } from "../stores/store.ts";
import { writeAtomically } from "./atomic-file.ts";
import { EXIT, failure, usage } from "./errors.ts";
import type { Words } from "./flags.ts";
import { openInput, shownPath } from "./input.ts";
import { decodeLines, type ListRow, readJsonRows } from "./rows.ts";
import { countOf, print, say, type Terminal } from "./terminal.ts";

const CHUNK_LENGTH = 65_536;

/** Permissions of an exported file. Only this user may read it, because it contains the text of every link. */
const PRIVATE = 0o600;

/** Writes a snapshot of all links, one per line, as JSON. Resolves to the exit code. */
export async function exportLinks(store: LinkAdmin, { given }: Words, terminal: Terminal): Promise<number> {
  const path = typeof given.output === "string" ? given.output : "-";
  let count = 0;
  const lines = async function* () {
    let lot = "";
    for await (const link of store.export()) {
      count += 1;
      lot += `${lineOf(link)}\n`;
      if (lot.length < CHUNK_LENGTH) continue;
      yield lot;
      lot = "";
    }
    yield lot;
  };
  if (path === "-") for await (const lot of lines()) await terminal.output.write(lot);
  else await writeAtomically(path, lines(), given.force === true, PRIVATE);
  await say(terminal, `exported ${countOf(count, "link")}`);
  return EXIT.ok;
}

function lineOf({ id, data, tokenHash, readDay }: DatedLink): string {
  return JSON.stringify({ id, data, tokenHash, lastRead: dateOf(readDay) });
}

/** Number of links added concurrently. Stores write them in batches. */
const BATCH_SIZE = 100;

/** Maximum number of rejected lines that are listed. */
const MAX_LISTED = 100;

const DAY = 86_400_000;

interface Line {
  readonly line: number;
  readonly link: DatedLink;
}

/** Adds the missing links of an export, and leaves existing ones unchanged. Resolves to the exit code: 1 if lines were
 *  rejected. */
export async function importLinks(store: LinkAdmin, { texts }: Words, terminal: Terminal): Promise<number> {
  const [path = "-"] = texts;
  const counts = { created: 0, existing: 0, rejected: 0 };
  const reject = async (line: number, reason: string) => {
    counts.rejected += 1;
    if (counts.rejected <= MAX_LISTED) await say(terminal, `line ${line}: ${reason}`);
  };
  const add = async ({ line, link }: Line) => {
    const outcome = await store.restore(link).catch((error) => Promise.reject(stopped(line, error)));
    if (outcome === "taken") await reject(line, "id belongs to different data");
    else counts[outcome] += 1;
  };
  let lot: Line[] = [];
  const addLot = async () => {
    const outcomes = await Promise.allSettled(lot.map(add));
    lot = [];
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  };
  try {
    const name = shownPath(path);
    for await (const row of readJsonRows(decodeLines(openInput(path, terminal), name), name)) {
      const link = await readLink(row).catch((error: QrError) => error);
      if (link instanceof QrError) await reject(row.line, link.message);
      else lot.push({ line: row.line, link });
      if (lot.length >= BATCH_SIZE) await addLot();
    }
    await addLot();
  } finally {
    const { created, existing, rejected } = counts;
    if (rejected > MAX_LISTED) await say(terminal, `and ${rejected - MAX_LISTED} more rejected`);
    await print(terminal, `${created} created, ${existing} existing, ${rejected} rejected`);
  }
  return counts.rejected > 0 ? EXIT.failed : EXIT.ok;
}

/** Returns the error for an import that cannot continue. The import keeps the links that it has already added, and the
 *  next import skips them. */
function stopped(line: number, error: unknown): QrError {
  const reason = error instanceof Error ? error.message : String(error);
  return failure(`import failed near line ${line}: ${reason}; run the same command again to continue`, error);
}

/** Resolves to the link in a line. The link's id must match its text. @throws {QrError} if the line is invalid. */
async function readLink({ input }: ListRow): Promise<DatedLink> {
  if (input instanceof QrError) throw usage("the line must be a JSON object: export the links again");
  const { id, tokenHash, lastRead } = input;
  const data = checkStoredText(input.data);
  if (typeof id !== "string" || !(await idsFor(data, sha256)).includes(id)) {
    throw usage("id must match data: export the links again");
  }
  if (typeof tokenHash !== "string" || !/^[0-9a-f]{64}$/.test(tokenHash)) {
    throw usage("tokenHash must be 64 lowercase hex digits");
  }
  const today = Math.floor(Date.now() / DAY);
  const readDay = lastRead === undefined ? today : dayOfDate(lastRead);
  if (readDay === undefined || readDay > today + 1) {
    throw usage("lastRead must be a date that is not in the future, such as 2026-01-31");
  }
  return { id, data, tokenHash, readDay };
}
