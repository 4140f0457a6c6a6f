/** What would hide or reorder the text beside it: control characters but line feed and tab, bidirectional embeddings,
 *  overrides and isolates, invisible spaces and tags. Marks of direction and joiners are none, for writing needs them. */
export const HIDDEN =
  /[^\P{Cc}\n\t]|[\p{Cs}\u00AD\u200B\u2028-\u202E\u2060-\u206F\uFEFF\uFFFE\uFFFF\u{E0000}-\u{E007F}]/gu;

/** `text` between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** `text` between tags, with the numbers of what would otherwise hide or reorder it. */
export function visibleHtml(text: string): string {
  return escapeHtml(text).replace(HIDDEN, (character) => {
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `<i>U+${number}</i>`;
  });
}

/** `value` as JSON inside a script element, where "<" must not begin a tag; without a character that hides or reorders
 *  the source for its readers. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join(""),
  );
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
