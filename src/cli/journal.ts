import { createHash } from "node:crypto";
import { appendFile, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { QrOptions } from "../options/table.ts";
import { failure, fileTrouble } from "./errors.ts";

/** What a folder's pictures were drawn from, so that a batch can go on where it was interrupted. */
export interface Journal {
  /** What is at `file`: the picture of `digest`, an older one of this folder's batches, somebody else's file, or nothing. */
  stateOf(file: string, digest: string): Promise<"whole" | "stale" | "foreign" | "absent">;
  /** Writes down, before the file gets its name, what it will be. */
  add(file: string, digest: string, bytes: number): Promise<void>;
}

const NAME = ".isoqr-batch.jsonl";

/** The journal of `folder`, which is a file in it: a line for every picture with the digest of what it was drawn from. The
 *  digest could be found by trying texts, but the pictures say them openly.
 *  @throws {QrError} when it is there and cannot be read. */
export async function openJournal(folder: string): Promise<Journal> {
  const path = join(folder, NAME);
  const written = await readFile(path, "utf8").catch(nothingThere(path));
  const entries = readEntries(written);
  // A line that was not finished must not take the next one with it.
  let lead = written === "" || written.endsWith("\n") ? "" : "\n";
  return {
    async stateOf(file, digest) {
      const found = await stat(join(folder, file)).catch(() => undefined);
      if (!found) return "absent";
      const entry = entries.get(file);
      if (!entry) return "foreign";
      return entry.digest === digest && entry.bytes === found.size ? "whole" : "stale";
    },
    async add(file, digest, bytes) {
      entries.set(file, { digest, bytes });
      const line = `${lead}${JSON.stringify({ file, digest, bytes })}\n`;
      lead = "";
      await appendFile(path, line).catch((error: unknown) => {
        lead = "\n";
        throw failure(`${path} cannot be written: ${fileTrouble(error)}`, error);
      });
    },
  };
}

function nothingThere(path: string): (error: unknown) => string {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw failure(`${path} cannot be read: ${fileTrouble(error)}`, error);
  };
}

interface Entry {
  readonly digest: string;
  readonly bytes: number;
}

/** The last entry of a file counts; a line that was not finished is none. */
function readEntries(text: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const line of text.split("\n")) {
    const [, file, digest, bytes] =
      /^\{"file":("[^"\\]*"),"digest":"([0-9a-f]{64})","bytes":([0-9]+)\}$/.exec(line) ?? [];
    if (file && digest) entries.set(JSON.parse(file), { digest, bytes: Number(bytes) });
  }
  return entries;
}

/** A function that gives the digest of all that a picture depends on. The logo of the last one is remembered, for mostly all
 *  have the same, and it is long. */
export function createDigest(): (options: QrOptions) => string {
  let last = { logo: "", digest: "" };
  return ({ logoData = "", ...options }) => {
    if (logoData !== last.logo) last = { logo: logoData, digest: sha256(logoData) };
    return sha256(JSON.stringify([options, last.digest]));
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
