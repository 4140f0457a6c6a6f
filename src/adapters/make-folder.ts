import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Creates `folder`, an absolute path, and its missing parents. Does not use the `recursive` option of mkdir, which hangs in
 *  places such as /proc where folders cannot be created.
 *  @throws {Error} with the system's code: EACCES or ENOENT if the folder cannot be created, or EEXIST if a file has this
 *  name. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || above === folder) throw error;
    await makeFolder(above);
    await makeOne(folder);
  }
}

async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    // On a read-only file system, mkdir fails for an existing folder with a code other than EEXIST.
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  }
}
