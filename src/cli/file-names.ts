import { usage } from "./faults.ts";

/** What no file system minds, Windows' included; the picture's ending is added to it. */
const NAME = /^[^\p{Cc}\\/:*?"<>|.][^\p{Cc}\\/:*?"<>|]{0,99}$/u;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** Gives every row of a batch a file of its own. A row without a name has its number: texts, which may be secret, name
 *  nothing. */
export function createFileNames(): (given: unknown, number: number, format: string) => string {
  const taken = new Map<string, number>();
  return (given, number, format) => {
    const stem = given === undefined ? String(number).padStart(4, "0") : checkName(given);
    const name = `${stem}.${format}`;
    // Some file systems take capitals for small letters.
    const key = name.normalize("NFC").toLowerCase();
    const other = taken.get(key);
    if (other !== undefined) throw usage(`file ${name} is already the name of picture ${other}: choose another`);
    taken.set(key, number);
    return name;
  };
}

function checkName(given: unknown): string {
  const name = typeof given === "number" ? String(given) : given;
  if (typeof name === "string" && NAME.test(name) && !/[. ]$/.test(name) && !DEVICE.test(name)) return name;
  throw usage('file must be a name of 1 to 100 characters without folders and without any of \\ / : * ? " < > |');
}
