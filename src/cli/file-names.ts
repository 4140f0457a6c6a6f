import { usage } from "./faults.ts";

/** What no file system minds, Windows' included, and what nobody takes for a flag; the picture's ending is added where it is missing. */
const NAME = /^(?![-.])[^\\/:*?"<>|]{1,100}$/u;

/** What nobody sees, half a character, and ends of lines. Joiners are letters' in some scripts, and emoji's. */
const UNSEEN = /[^\P{C}\u200C\u200D]|[\p{Zl}\p{Zp}]/u;

/** Bytes of a name with its ending; file systems have 255. */
const MOST_BYTES = 250;

/** What Windows keeps for itself, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Gives every row of a batch a file of its own. A row without a name has its number: texts, which may be secret, name
 *  nothing. */
export function createFileNames(): (given: unknown, number: number, format: string) => string {
  const taken = new Map<string, number>();
  return (given, number, format) => {
    const stem = given === undefined ? String(number).padStart(4, "0") : checkName(given);
    const name = stem.toLowerCase().endsWith(`.${format}`) ? stem : `${stem}.${format}`;
    if (Buffer.byteLength(name) > MOST_BYTES)
      throw usage(`file makes a name of more than ${MOST_BYTES} bytes: choose a shorter one`);
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
  if (typeof name === "string" && NAME.test(name) && !UNSEEN.test(name) && !/[. ]$/.test(name) && !DEVICE.test(name)) {
    return name;
  }
  throw usage(
    'file must be a name of 1 to 100 characters without folders, without any of \\ / : * ? " < > | and characters that ' +
      "nobody sees, and without - or . at its beginning",
  );
}
