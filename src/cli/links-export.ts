import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { access, rm } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { dateOf } from "../adapters/link-expiry.ts";
import type { DatedLink, LinkAdmin } from "../ports.ts";
import { EXIT, failure, fileTrouble } from "./faults.ts";
import { say, type Terminal } from "./terminal.ts";
import type { Words } from "./words.ts";

/** Characters written at a time. */
const LOT = 65_536;

/** Writes a snapshot of all links, one line of JSON per link. */
export async function exportLinks(store: LinkAdmin, { given }: Words, terminal: Terminal): Promise<number> {
  const path = typeof given.output === "string" ? given.output : "-";
  let count = 0;
  const lines = async function* () {
    let lot = "";
    for await (const link of store.export()) {
      count += 1;
      lot += `${lineOf(link)}\n`;
      if (lot.length < LOT) continue;
      yield lot;
      lot = "";
    }
    yield lot;
  };
  if (path === "-") for await (const lot of lines()) await terminal.output.write(lot);
  else await writeTo(path, lines(), given.force === true);
  await say(terminal, `exported ${count} links`);
  return EXIT.fine;
}

function lineOf({ id, data, tokenHash, readDay }: DatedLink): string {
  return JSON.stringify({ id, data, tokenHash, lastRead: dateOf(readDay) });
}

/** Writes `lines` to the file at `path`, piece by piece, and removes an unfinished file. Only this user may read the file,
 *  since it has all texts.
 *  @throws {QrError} with a message that names `path`. */
async function writeTo(path: string, lines: AsyncIterable<string>, force: boolean): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere && !force) throw failure(`writing the export failed: ${path} exists; add --force to replace it`);
  const file = createWriteStream(path, { mode: 0o600 });
  const done = finished(file);
  done.catch(() => undefined);
  try {
    for await (const lot of lines) {
      if (!file.write(lot)) await Promise.race([once(file, "drain"), done]);
    }
    file.end();
    await done;
  } catch (error) {
    file.destroy();
    if ((error as { syscall?: unknown }).syscall === undefined) {
      await rm(path, { force: true });
      throw error;
    }
    throw failure(`writing the export failed: ${path}: ${fileTrouble(error)}`, error);
  }
}
