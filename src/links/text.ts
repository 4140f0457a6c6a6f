/** The content of a link. */
export interface LinkContent {
  readonly data: string;
  /** Look options that differ from their defaults. */
  readonly design?: Readonly<Record<string, unknown>>;
}

// Stores, exports and outboxes hold one text per link, and the id of a link is a hash of that text. The text of a link
// with a design begins with the design, so the same data with a different design is a different link.
// Data never begins with the mark, so no text can be mistaken for another link.
const MARK = "\0design\0";

/** Returns whether `data` begins like the text of a link with a design. Such data is not allowed in links. */
export const beginsWithMark = (data: unknown): boolean => typeof data === "string" && data.startsWith(MARK);

/** The largest design of a link, in characters of JSON, because links are kept for a long time. */
export const MAX_LINK_DESIGN = 32_768;

/** Returns the text that stores keep for `content`. */
export function joinLink({ data, design }: LinkContent): string {
  return design === undefined ? data : `${MARK}${JSON.stringify(design)}\0${data}`;
}

/** Parses the text of a link. Text without a well-formed design is data as a whole. */
export function splitLink(text: string): LinkContent {
  const end = text.startsWith(MARK) ? text.indexOf("\0", MARK.length) : -1;
  if (end < 0) return { data: text };
  try {
    const design: unknown = JSON.parse(text.slice(MARK.length, end));
    const isObject = typeof design === "object" && design !== null && !Array.isArray(design);
    return isObject ? { data: text.slice(end + 1), design: { ...design } } : { data: text };
  } catch {
    return { data: text };
  }
}
