import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Creates `folder`, an absolute path, and missing parents. The `recursive` option of mkdir is not used, because it
 *  hangs where folders cannot be created, such as in /proc.
 *  @throws {Error} with the system's code: EACCES or ENOENT if the folder cannot be created, or EEXIST if a file has
 *  this name. */
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
    // On a read-only file system, mkdir fails even for an existing folder, with a code other than EEXIST.
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  }
}
