import { randomBytes } from "node:crypto";
import { link, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { QrError } from "../errors.ts";
import { failure, fileTrouble } from "./errors.ts";

/** Writes `body` to `path`, all or nothing even if the program is killed. Writes directly to devices and pipes. Resolves to
 *  whether a file was replaced, which requires `force`. `mode` is that of a new file, before the umask.
 *  @throws {QrError} if writing fails, and whatever iterating `body` throws. */
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
    if (there?.isDirectory()) throw failure(`${path} cannot be written: it is a folder`);
    const draft = join(dirname(target), `.isoqr-${randomBytes(6).toString("hex")}.tmp`);
    try {
      await writeFile(draft, body, { flag: "wx", mode });
      await (force ? rename(draft, target) : linkTo(draft, target));
    } finally {
      await rm(draft, { force: true });
    }
    return there !== undefined;
  } catch (error) {
    if (error instanceof QrError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw failure(`${path} is there already: add --force to replace it`);
    const trouble = code === "ENOENT" ? "its folder is not there, make it first" : fileTrouble(error);
    throw failure(`${path} cannot be written: ${trouble}`, error);
  }
}

/** Milliseconds after which a draft counts as abandoned. */
const ABANDONED = 60_000;

/** Removes the drafts that killed programs left in `folder`. */
export async function removeDrafts(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((one) => /^\.isoqr-[0-9a-f]{12}\.tmp$/.test(one))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED) await rm(path, { force: true });
  }
}

/** Renames `draft` to `target` unless that exists. Linking is atomic, but not every file system has links. */
async function linkTo(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw error;
    if (await stat(target).catch(() => undefined)) throw Object.assign(new Error(), { code: "EEXIST" });
    await rename(draft, target);
  }
}
