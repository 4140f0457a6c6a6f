import { execFileSync } from "node:child_process";
import { closeSync, existsSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Served } from "./program.ts";

/** Whether this user may mount file systems in a separate namespace. */
export const mayMount = succeeds("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]);

/** Returns a prefix for a command that mounts a private disk of 1 MB at `folder` and runs the shell command `then`
 *  before the command itself. */
export function withOwnDisk(folder: string, then = ":"): readonly string[] {
  const mount = `mount -t tmpfs -o size=1m,mode=777 tmpfs '${folder}'`;
  return ["unshare", "-rm", "sh", "-c", `${mount} && { ${then}; } && exec "$@"`, "sh"];
}

/** Fills and frees the disk space that a server can use. */
export interface Room {
  fill(): void;
  free(): void;
}

/** Returns the private disk at `folder` of a server that was started with `withOwnDisk`. */
export function ownDisk({ child }: Served, folder: string): Room {
  const filler = join(`/proc/${child.pid}/root`, folder, "filler");
  return {
    fill() {
      const file = openSync(filler, "a");
      try {
        for (let size = 65_536; size > 0; size = Math.floor(size / 2)) appendWhileItFits(file, size);
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler),
  };
}

function appendWhileItFits(file: number, size: number): void {
  try {
    while (writeSync(file, Buffer.alloc(size)) === size);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** Returns a room that only prevents the server's files from growing, for users who cannot mount a disk. */
export function fileLimit({ child }: Served, database: string): Room {
  const limit = (bytes: string) => execFileSync("prlimit", ["--pid", String(child.pid), `--fsize=${bytes}:unlimited`]);
  return {
    fill: () => void limit(String(existsSync(`${database}-wal`) ? statSync(`${database}-wal`).size : 0)),
    free: () => void limit("unlimited"),
  };
}

function succeeds(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
