import fs, { closeSync, lstatSync, openSync, truncateSync, writeSync } from "node:fs";
import { PAGE } from "./file.ts";
import { type DiskSpace, mayBeFull, type WriterConnection } from "./writer.ts";

/** Maximum size of the reserve in bytes. */
export const MAX_RESERVED = 4 * 1024 ** 2;

/** The reserve takes at most this fraction of a disk. */
const DISK_SHARE = 16;
/** The reserve is released in this many parts, because other programs may take the free space. */
const PARTS = 16;
/** Milliseconds between attempts to restore the reserve. */
const REFILL_PAUSE = 1_000;
/** SQLite's largest number of pages. */
const UNLIMITED = 4_294_967_294;
const CHUNK = 65_536;

/** Creates the reserve file `<file>-reserve`, and returns functions that use it. The log stays smaller than the reserve: at
 *  half that size, it is moved into the database. The other half is for the last transaction. */
export async function createDiskSpace(connection: WriterConnection, file: string): Promise<DiskSpace> {
  const reserve = createReserve(file);
  reserve.refill();
  await connection.exec(`PRAGMA wal_autocheckpoint = ${reserve.size / 2 / PAGE}`);
  await connection.exec(`PRAGMA journal_size_limit = ${reserve.size}`);
  let isLimited = false;
  // True at first, because other processes may have written to the log.
  let mayMoveLog = true;

  /** Moves the log into the database. Resolves to whether all of it was moved. Tries only once after each change. */
  async function moveLog(): Promise<boolean> {
    if (!mayMoveLog) return false;
    mayMoveLog = false;
    return connection.exec("PRAGMA wal_checkpoint(RESTART)").then(
      () => true,
      () => false,
    );
  }

  return {
    async prepare() {
      const isWhole = reserve.refill();
      if (isWhole !== isLimited) return;
      // SQLite raises a lower limit to the number of pages that the database has.
      await connection.exec(`PRAGMA max_page_count = ${isWhole ? UNLIMITED : 1}`);
      isLimited = !isWhole;
    },
    committed() {
      mayMoveLog = true;
    },
    async make(isRemoval) {
      if (await moveLog()) return true;
      let hasMore = false;
      while (isRemoval && reserve.shrink()) {
        hasMore = true;
        mayMoveLog = true;
        if (await moveLog()) break;
      }
      return hasMore;
    },
  };
}

/** Opens a database with `open`. SQLite needs space for its files even to remove links, so if the disk is full, this
 *  releases part of the reserve. */
export async function openWithReserve<Database>(file: string, open: () => Promise<Database>): Promise<Database> {
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!mayBeFull(error) || !createReserve(file).shrink()) throw error;
    }
  }
}

interface Reserve {
  /** The size in bytes of the complete reserve. */
  readonly size: number;
  /** Releases a part of the reserve. Returns whether there was a part to release. */
  shrink(): boolean;
  /** Restores the full size if the disk has space again. Returns whether the reserve has its full size. */
  refill(): boolean;
}

function createReserve(file: string): Reserve {
  const path = `${file}-reserve`;
  const size = sizeFor(file);
  let isWhole = false;
  let until = 0;

  return {
    size,
    shrink() {
      const left = lengthOf(path);
      if (!left) return false;
      try {
        truncateSync(path, Math.max(0, left - size / PARTS));
      } catch {
        return false;
      }
      isWhole = false;
      until = performance.now() + REFILL_PAUSE;
      return true;
    },
    refill() {
      if (performance.now() < until) return isWhole;
      until = performance.now() + REFILL_PAUSE;
      const found = lengthOf(path);
      isWhole = found === undefined || found >= size || (hasSpace(file, 2 * size - found) && extend(path, found, size));
      return isWhole;
    },
  };
}

/** Returns the length of a file in bytes, or 0 if it does not exist. Returns undefined for anything else, such as a link to
 *  a file with other content, or a pipe, which would block when it is opened. */
function lengthOf(path: string): number | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found && !found.isFile() ? undefined : (found?.size ?? 0);
}

/** Returns the size of the reserve for a file in bytes, a multiple of CHUNK. */
function sizeFor(path: string): number {
  const { blocks, bsize } = diskOf(path);
  const share = Math.floor((blocks * bsize) / DISK_SHARE / CHUNK) * CHUNK;
  return Math.min(MAX_RESERVED, Math.max(CHUNK, share));
}

function hasSpace(path: string, bytes: number): boolean {
  const { bavail, bsize } = diskOf(path);
  return bavail * bsize >= bytes;
}

/** Returns the sizes of the disk. Assumes no limit if the host does not report them, for example Deno without permission. */
function diskOf(path: string): { readonly blocks: number; readonly bavail: number; readonly bsize: number } {
  try {
    return fs.statfsSync(path);
  } catch {
    return { blocks: UNLIMITED, bavail: UNLIMITED, bsize: PAGE };
  }
}

/** Appends to the file until it has `size` bytes. If the disk is full, restores the size `found` and returns false. If the
 *  file cannot be written for another reason, links can be added without a reserve. */
function extend(path: string, found: number, size: number): boolean {
  // Random bytes, because some file systems store repeated bytes in less space.
  const random = new Uint8Array(CHUNK);
  try {
    const descriptor = openSync(path, "a");
    try {
      for (let at = found; at < size; )
        at += writeSync(descriptor, crypto.getRandomValues(random), 0, size - at > CHUNK ? CHUNK : size - at);
    } finally {
      closeSync(descriptor);
    }
    return true;
  } catch (error) {
    if (!/^(?:ENOSPC|EDQUOT|EFBIG)$/.test(String((error as NodeJS.ErrnoException).code))) return true;
    // The file may not exist: creating it also needs space in its folder.
    if ((lengthOf(path) ?? 0) > found) truncateSync(path, found);
    return false;
  }
}
