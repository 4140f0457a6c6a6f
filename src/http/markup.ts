/** Characters that hide or reorder text, such as control characters other than line feed and tab, bidirectional
 *  embeddings, overrides and isolates, invisible spaces, and tags. Direction marks, the zero-width joiner and the
 *  zero-width non-joiner are not included, because some scripts need them. */
export const HIDDEN =
  /[^\P{Cc}\n\t]|[\p{Cs}\u00AD\u200B\u2028-\u202E\u2060-\u206F\uFEFF\uFFFE\uFFFF\u{E0000}-\u{E007F}]/gu;

/** Escapes `text` for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Escapes `text` for use between tags, and replaces HIDDEN characters with their code points. CRLF, the line break of
 *  contacts and calendars, becomes a line feed. */
export function visibleHtml(text: string): string {
  return escapeHtml(text.replaceAll("\r\n", "\n")).replace(HIDDEN, (character) => {
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `<i>U+${number}</i>`;
  });
}

/** Returns `value` as JSON for a script element, with "<" and all invisible characters escaped. */
export function scriptJson(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[<\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    character.split("").map(escaped).join(""),
  );
}
