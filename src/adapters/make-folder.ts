import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes `folder`, a full path, and those above it, where they are missing. Node's own way of that, the option `recursive`,
 *  never comes back where the system lets nobody make folders, as in /proc.
 *  @throws {Error} of the system, such as EACCES, ENOENT where none can be made, or EEXIST where a file is in the way. */
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
    // A folder that is there may be one that nobody may write beside: then it is not EEXIST that mkdir says.
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  }
}
