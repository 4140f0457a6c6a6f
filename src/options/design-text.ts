/** Maximum length of the JSON text of a design in characters: room for a logo of 2 MB in base64 and for the other
 *  options. */
export const MAX_DESIGN_TEXT = 3 * 1024 * 1024;

/** Maximum number of names in a design, about twice the number of look options. */
export const MAX_DESIGN_NAMES = 64;

/** Returns the entries of a design: an object, or its JSON text. Objects and arrays in it become empty objects, which no
 *  option allows. Returns undefined for anything else. Limits text before it is parsed, because the limits for request
 *  bodies count a string as one value. */
export function readDesign(word: unknown): [string, unknown][] | undefined {
  const value = typeof word === "string" ? parse(word) : word;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(withoutMissing(value));
  if (entries.length > MAX_DESIGN_NAMES) return undefined;
  return entries.map(([name, inside]) => [name, typeof inside === "object" && inside !== null ? {} : inside]);
}

/** Returns `input` without undefined values. */
export function withoutMissing(input: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, word]) => word !== undefined));
}

function parse(text: string): unknown {
  if (text.length > MAX_DESIGN_TEXT || !isFlat(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether `text` has at most one opening bracket outside strings, and few strings. Takes a few nanoseconds per
 *  character, and less within strings. Parsing many names takes seconds, and deep arrays overflow the stack. */
function isFlat(text: string): boolean {
  let [opened, strings, at] = [0, 0, 0];
  while (at < text.length) {
    const character = text[at++];
    if (character === "{" || character === "[") {
      // A design is an object.
      if (++opened > 1 || character === "[") return false;
    } else if (character === '"') {
      if (++strings > 2 * MAX_DESIGN_NAMES) return false;
      at = endOfString(text, at);
    }
  }
  return true;
}

/** Returns the position after the closing quote of the string that starts at `from`, or the length of `text`. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let start = quote;
    while (start > from && text[start - 1] === "\\") start--;
    if ((quote - start) % 2 === 0) return quote + 1;
  }
  return text.length;
}
