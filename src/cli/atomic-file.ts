import { randomBytes } from "node:crypto";
import { link, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { QrError } from "../errors.ts";
import { failure, fileErrorReason } from "./errors.ts";

/** Writes `body` to `path` atomically, or directly if `path` is a device or pipe. Resolves to whether a file was
 *  replaced, which requires `force`. New files get the permissions `mode`, restricted by the umask.
 *  @throws {QrError} if the file exists and `force` is not set, or if writing fails. QrErrors from iterating `body` are
 *  passed on. */
export async function writeAtomically(
  path: string,
  body: Uint8Array | string | AsyncIterable<string>,
  force: boolean,
  mode = 0o666,
): Promise<boolean> {
  try {
    const target = await realpath(path).catch(() => path);
    const there = await stat(target).catch(() => undefined);
    if (there && !there.isFile() && !there.isDirectory()) {
      await writeFile(target, body);
      return false;
    }
    if (there?.isDirectory()) throw failure(`writing ${path} failed: it is a folder; add a file name`);
    const temp = join(dirname(target), `.isoqr-${randomBytes(6).toString("hex")}.tmp`);
    try {
      await writeFile(temp, body, { flag: "wx", mode });
      await (force ? rename(temp, target) : linkTo(temp, target));
    } finally {
      await rm(temp, { force: true });
    }
    return there !== undefined;
  } catch (error) {
    if (error instanceof QrError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw failure(`${path} already exists: add --force to replace it`);
    const reason = code === "ENOENT" ? "the folder does not exist; create it first" : fileErrorReason(error);
    throw failure(`writing ${path} failed: ${reason}`, error);
  }
}

/** Milliseconds after which a temporary file counts as abandoned. */
const ABANDONED = 60_000;

/** Removes the temporary files that killed processes left in `folder`. */
export async function removeTempFiles(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((one) => /^\.isoqr-[0-9a-f]{12}\.tmp$/.test(one))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED) await rm(path, { force: true });
  }
}

/** Moves `temp` to `target`, or throws EEXIST if `target` exists. A link does this atomically. If the file system does not
 *  support links, renames the file instead. */
async function linkTo(temp: string, target: string): Promise<void> {
  try {
    await link(temp, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw error;
    if (await stat(target).catch(() => undefined)) throw Object.assign(new Error(), { code: "EEXIST" });
    await rename(temp, target);
  }
}
