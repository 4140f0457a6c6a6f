import type { RawOptions } from "../options/parse.ts";
import { inspect } from "../service/inspect.ts";

/** What would make the picture hard to read, as sentences; found by computing alone. Logos are judged where they are
 *  drawn. */
export async function warnings(words: RawOptions): Promise<string[]> {
  const { logo, logoData, ...plain } = words;
  const { issues } = await inspect(plain);
  return issues.filter(({ code }) => code !== "scan_skipped").map(({ message }) => message);
}
