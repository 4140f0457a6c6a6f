import { workbookCharacters, workbookSize } from "../messages/list-rules.ts";
import { cellTooLarge, MAX_TEXT, type XmlHandler } from "./xml.ts";
import { unusable } from "./zip.ts";

export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 1_000;
export const MAX_CELLS = 1_000_000;

/** Maximum length of all cells together in characters. A text that several cells share counts once for each. */
export const MAX_CHARACTERS = 20_000_000;

export const sheetTooLarge = () =>
  unusable(workbookSize, {
    max: { number: MAX_ROWS },
    columns: { number: MAX_COLUMNS },
    cells: { number: MAX_CELLS },
  });
export const tooMuchText = () => unusable(workbookCharacters, { max: { number: MAX_CHARACTERS } });

/** Creates a collector of the text inside elements. */
export function createText(step: (cost?: number) => void) {
  let parts = "";
  return {
    add(part: string): void {
      parts += part;
      // Every escape has seven characters, and becomes one.
      if (parts.length > 7 * MAX_TEXT) throw cellTooLarge();
    },
    /** Returns the text and clears it. */
    take(): string {
      const text = unescaped(parts, step);
      parts = "";
      if (text.length > MAX_TEXT) throw cellTooLarge();
      return detached(text);
    },
  };
}

/** Resolves escapes such as _x000D_. ECMA-376, part 1, 22.9.2.19. */
function unescaped(text: string, step: (cost?: number) => void): string {
  let found = "";
  let from = 0;
  for (let at = text.indexOf("_x"); at >= 0; at = text.indexOf("_x", at + 2)) {
    step(4);
    const hex = text.slice(at + 2, at + 6);
    if (at < from || text[at + 6] !== "_" || !/^[\da-f]{4}$/i.test(hex)) continue;
    found += text.slice(from, at) + String.fromCharCode(Number.parseInt(hex, 16));
    from = at + 7;
  }
  return from === 0 ? text : found + text.slice(from);
}

/** Returns a copy of a text. V8 keeps the whole text of a file in memory as long as a part of it is used, but not for
 *  copies. */
const detached = (text: string) => (text.length < 13 ? text : [text.slice(0, 1), text.slice(1)].join(""));

/** Creates a reader of the part with the texts that cells share, and the list that it fills. */
export function createStrings(step: (cost?: number) => void): {
  readonly handler: XmlHandler;
  readonly strings: readonly string[];
} {
  const strings: string[] = [];
  const text = createText(step);
  const inside = createTextElements();
  let length = 0;
  return {
    strings,
    handler: {
      open: (name) => inside.open(name),
      close(name) {
        inside.close(name);
        if (name !== "si") return;
        const whole = text.take();
        length += whole.length;
        if (length > MAX_CHARACTERS) throw tooMuchText();
        if (strings.length >= MAX_CELLS) throw sheetTooLarge();
        strings.push(whole);
      },
      text: (part) => void (inside.isText() && text.add(part)),
    },
  };
}

/** Tracks whether a reader is inside an element whose text belongs to the cell. The pronunciation of Japanese text does not. */
export function createTextElements() {
  let [isText, isPhonetic] = [false, false];
  const set = (name: string, isOpen: boolean) => {
    if (name === "t") isText = isOpen;
    if (name === "rPh") isPhonetic = isOpen;
  };
  return {
    open: (name: string) => set(name, true),
    close: (name: string) => set(name, false),
    isText: () => isText && !isPhonetic,
  };
}
