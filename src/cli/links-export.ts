import type { DatedLink, LinkAdmin } from "../ports.ts";
import { dateOf } from "../stores/expiry.ts";
import { EXIT } from "./faults.ts";
import { say, type Terminal } from "./terminal.ts";
import { writeWhole } from "./whole-file.ts";
import type { Words } from "./words.ts";

/** Characters written at a time. */
const LOT = 65_536;

/** Permissions of the file: only this user may read all texts. */
const PRIVATE = 0o600;

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
  else await writeWhole(path, lines(), given.force === true, PRIVATE);
  await say(terminal, `exported ${count} links`);
  return EXIT.fine;
}

function lineOf({ id, data, tokenHash, readDay }: DatedLink): string {
  return JSON.stringify({ id, data, tokenHash, lastRead: dateOf(readDay) });
}
