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

/** Looks after the files `paths` of one store as they are now; one that is not there yet, as it is when it comes. Where one
 *  is removed or replaced while it is open, everything goes on with what nobody can open again, and all of it is lost at the
 *  end. */
export function createSameFile(paths: readonly string[]): SameFile {
  const opened = new Map<string, string>();
  let until = 0;
  const checkNow = () => {
    for (const path of paths) {
      const identity = identityOf(path);
      const known = opened.get(path) ?? identity;
      if (identity !== known) {
        throw new Error(
          `${path} was removed or replaced while it is open: put the same file back, or the one that is to be used, and start the server again`,
        );
      }
      if (known !== undefined) opened.set(path, known);
    }
    until = performance.now() + WHILE;
  };
  checkNow();
  return {
    check() {
      if (performance.now() >= until) checkNow();
    },
    checkNow,
  };
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
