import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Creates `folder`, an absolute path, and missing parents. The `recursive` option of mkdir never returns where folders cannot
 *  be created, as in /proc.
 *  @throws {Error} of the system: EACCES, ENOENT if it cannot be created, or EEXIST if a file is in the way. */
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
    // For a folder that exists on a read-only system, mkdir does not fail with EEXIST.
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  }
}
