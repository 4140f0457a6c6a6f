import { createHash } from "node:crypto";
import { appendFile, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { QrOptions } from "../options/table.ts";
import { failure, fileErrorReason } from "./errors.ts";

/** Opens the journal of `folder`, with which an interrupted batch can continue. Each line has a file name, the digest of the
 *  image's options, and the size of the file in bytes.
 *  @throws {QrError} if the journal exists but cannot be read. */
export async function openJournal(folder: string) {
  const path = join(folder, ".isoqr-batch.jsonl");
  const written = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw failure(`reading ${path} failed: ${fileErrorReason(error)}`, error);
  });
  const entries = readEntries(written);
  // After a crash, the last line may be incomplete. The next entry must not continue it.
  let lead = written === "" || written.endsWith("\n") ? "" : "\n";
  return {
    /** Resolves to whether `file` is complete ("whole"), outdated ("stale"), not in the journal ("foreign") or missing
     *  ("absent"). */
    async stateOf(file: string, digest: string): Promise<"whole" | "stale" | "foreign" | "absent"> {
      const found = await stat(join(folder, file)).catch(() => undefined);
      if (!found) return "absent";
      const entry = entries.get(file);
      if (!entry) return "foreign";
      return entry.digest === digest && entry.bytes === found.size ? "whole" : "stale";
    },
    /** Records `file`. Must be called before the file is created. */
    async add(file: string, digest: string, bytes: number): Promise<void> {
      entries.set(file, { digest, bytes });
      const line = `${lead}${JSON.stringify({ file, digest, bytes })}\n`;
      lead = "";
      await appendFile(path, line).catch((error: unknown) => {
        lead = "\n";
        throw failure(`writing ${path} failed: ${fileErrorReason(error)}`, error);
      });
    },
  };
}

/** Returns the entries by file name. If a file has several entries, the last one wins. Ignores incomplete lines. */
function readEntries(text: string) {
  const entries = new Map<string, { readonly digest: string; readonly bytes: number }>();
  for (const line of text.split("\n")) {
    const [, file, digest, bytes] =
      /^\{"file":("[^"\\]*"),"digest":"([0-9a-f]{64})","bytes":([0-9]+)\}$/.exec(line) ?? [];
    if (file && digest) entries.set(JSON.parse(file), { digest, bytes: Number(bytes) });
  }
  return entries;
}

/** Returns a function that computes the digest of an image's options, including its logo data. Caches the digest of the last
 *  logo, because most rows have the same logo. */
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
