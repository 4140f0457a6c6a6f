/** Lists of marked values such as "T:WPA;S:home;;": each ends with a semicolon, and a backslash takes the meaning from
 *  the character after it. Used by WiFi codes and MECARD. */

/** "NAME:value;" for every value that is there. */
export function writeMarked(values: readonly (readonly [string, string | undefined])[]): string {
  return values.map(([name, value]) => (value === undefined ? "" : `${name}:${escapeMarked(value)};`)).join("");
}

export function escapeMarked(value: string): string {
  return value.replace(/[\\;,:"]/g, "\\$&");
}

/** The values of `text` by their upper-case names, still escaped; the first of a name counts. */
export function readMarked(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const part of splitMarked(text, ";")) {
    const colon = part.indexOf(":");
    const name = part.slice(0, Math.max(colon, 0)).trim().toUpperCase();
    if (name !== "" && !values.has(name)) values.set(name, part.slice(colon + 1));
  }
  return values;
}

/** The parts between separators that no backslash stands before. */
export function splitMarked(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

export function unescapeMarked(value: string): string {
  return value.replace(/\\([\s\S])/g, "$1");
}
