export interface LinkContent {
  readonly data: string;
  /** The options of the design that differ from their defaults. */
  readonly design?: Readonly<Record<string, unknown>>;
}

// Stores, exports and outboxes keep one text per link, and the id of a link is a hash of that text. The text of a link with a
// design starts with the design, so that the same data with another design is another link. Data must not start with the mark,
// so that no data looks like the text of another link.
const MARK = "\0design\0";

/** Returns whether `data` starts like the text of a link with a design. Links must not have such data. */
export const beginsWithMark = (data: unknown): boolean => typeof data === "string" && data.startsWith(MARK);

/** Maximum length of a link's design in characters of JSON. Limited, because stores keep links for a long time. */
export const MAX_LINK_DESIGN = 32_768;

export function joinLink({ data, design }: LinkContent): string {
  return design === undefined ? data : `${MARK}${JSON.stringify(design)}\0${data}`;
}

/** Parses the text of a link. All of the text is data unless it starts with a well-formed design. */
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
