import { statSync } from "node:fs";

/** Milliseconds for which a file that was looked at is taken to be there. */
const WHILE = 1_000;

/** Who knows whether a file is still the one that was opened. */
export interface SameFile {
  /** @throws {Error} with what to do, when it is not. Looks once in a while only. */
  check(): void;
  /** The same, and looks at once. */
  checkNow(): void;
}

/** Looks after the file `path` as it is now. Where it is removed or replaced while it is open, everything goes on with what
 *  nobody can open again, and all of it is lost at the end. */
export function createSameFile(path: string): SameFile {
  const identity = () => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && `${found.dev} ${found.ino}`;
  };
  const opened = identity();
  let until = 0;
  const checkNow = () => {
    if (identity() !== opened) {
      throw new Error(
        `${path} was removed or replaced while it is open: put the same file back, or the one that is to be used, and start the server again`,
      );
    }
    until = performance.now() + WHILE;
  };
  return {
    check() {
      if (performance.now() >= until) checkNow();
    },
    checkNow,
  };
}
