import { formatNames, formats } from "../options/formats.ts";

/** Device names. Windows reserves them even with an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Extensions that are removed from file names, because each picture gets the extension of its format. */
const EXTENSION = new RegExp(`\\.(?:${formatNames.map((name) => formats[name].extension).join("|")})$`, "i");

/** Maximum length of a name in characters. */
const MAX_NAME = 80;

/** Returns a function that creates unique file names, without extensions, that are valid on every system. Its arguments are
 *  the wanted name, and the number of the row, from 1 to `count`. */
export function createFileNames(count: number): (wanted: string, row: number) => string {
  const taken = new Set<string>();
  const digits = String(count).length;
  return (wanted, row) => {
    const number = String(row).padStart(digits, "0");
    const stem = tidy(wanted.replace(EXTENSION, ""));
    let name = stem || `qr-${number}`;
    // Some file systems ignore case.
    for (let attempt = 1; taken.has(name.toLowerCase()); attempt++) {
      name = `${stem || "qr"}-${number}${attempt === 1 ? "" : `-${attempt}`}`;
    }
    taken.add(name.toLowerCase());
    return name;
  };
}

function tidy(wanted: string): string {
  const whole = wanted
    .slice(0, 4 * MAX_NAME)
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N} ._-]/gu, "_");
  const short = [...whole].slice(0, MAX_NAME).join("");
  // Windows drops periods and spaces at the end of a name, and files with a leading period are hidden.
  const name = /[^. ](?:.*[^. ])?/.exec(short)?.[0] ?? "";
  return DEVICE.test(name) ? `_${name}` : name;
}
