import { cellTooLong, workbookUnreadable } from "../messages/list-rules.ts";
import { unusable } from "./zip.ts";

/** Maximum length of a cell, an attribute or a name in characters. Excel has the same limit. */
export const MAX_TEXT = 32_767;

/** Maximum length of the text between two tags, of a tag or of a comment. Character references are up to eight times as
 *  long as their characters. */
const MAX_TOKEN = 8 * MAX_TEXT;

const MAX_ATTRIBUTES = 100;
const MAX_DEPTH = 64;

export const cellTooLarge = () => unusable(cellTooLong, { max: { number: MAX_TEXT } });

/** Handles the content of an XML document. Names are local names. */
export interface XmlHandler {
  /** Called for a start tag. `attributes` is the source of its attributes, for `readAttributes`. */
  open(name: string, attributes: string): void;
  close?(name: string): void;
  /** Called with text inside the root element, with its references resolved. Text may come in parts. */
  text?(text: string): void;
}

/** Returns a reader of XML 1.0 that accepts text in parts. It calls `step` for each tag, comment, processing instruction and
 *  reference, with its cost. Rejects documents with a DOCTYPE, because entities could expand to any length.
 *  @throws {QrError} from `push` and `end` if the document is not well-formed, or a part of it is too long. */
export function createXmlReader(handler: XmlHandler, step: (cost?: number) => void) {
  // A reader of our own, because saxes 6 reports a text or a tag only when it is complete. It would keep tokens of any length
  // in memory before they could be rejected: 60 MB of attributes in a tag take 6 s and 1 GB. It is also five times as large.
  const path: string[] = [];
  let rest = "";
  let isDone = false;

  function readStart(xml: string, at: number, end: number): void {
    const isEmpty = xml[end - 2] === "/";
    const stop = end - (isEmpty ? 2 : 1);
    let nameEnd = at + 1;
    while (nameEnd < stop && xml.charCodeAt(nameEnd) > SPACE) nameEnd++;
    const name = xml.slice(at + 1, nameEnd);
    if (isDone || name === "" || name.length > MAX_TEXT || path.length >= MAX_DEPTH) throw unusable(workbookUnreadable);
    handler.open(localName(name), xml.slice(nameEnd, stop));
    if (!isEmpty) path.push(name);
    else closeElement(name);
  }

  function closeElement(name: string): void {
    isDone = path.length === 0;
    handler.close?.(localName(name));
  }

  function readToken(xml: string, at: number, end: number): void {
    if (xml[at] !== "<") {
      if (path.length > 0) handler.text?.(resolved(xml.slice(at, end), step));
      return;
    }
    step();
    const mark = xml[at + 1];
    if (mark === "/") {
      const name = xml.slice(at + 2, end - 1).trimEnd();
      if (path.pop() !== name) throw unusable(workbookUnreadable);
      closeElement(name);
    } else if (mark !== "!" && mark !== "?") readStart(xml, at, end);
    else if (xml[at + 2] === "[" && path.length > 0) handler.text?.(xml.slice(at + CDATA.length, end - 3));
  }

  return {
    push(part: string): void {
      const xml = rest + part;
      let at = 0;
      for (let end = tokenEnd(xml, at); end > at; end = tokenEnd(xml, at)) {
        if (end - at > MAX_TOKEN) throw unusable(workbookUnreadable);
        readToken(xml, at, end);
        at = end;
      }
      rest = xml.slice(at);
      // Counts the cost of the incomplete token, which is scanned again together with the next part.
      step(rest.length >> 4);
      if (rest.length > MAX_TOKEN) throw rest.startsWith("<") ? unusable(workbookUnreadable) : cellTooLarge();
    },
    end(): void {
      if (!isDone || rest.trim() !== "") throw unusable(workbookUnreadable);
    },
  };
}

const SPACE = 0x20;
const CDATA = "<![CDATA[";

/** Returns the index after the token that begins at `at`, or -1 if the token is incomplete. */
function tokenEnd(xml: string, at: number): number {
  if (at >= xml.length) return -1;
  if (xml[at] !== "<") return xml.indexOf("<", at);
  const mark = xml[at + 1];
  if (mark === "?") return indexAfter("?>", xml, at + 2);
  if (mark !== "!") return tagEnd(xml, at);
  if (xml.startsWith("<!--", at)) return indexAfter("-->", xml, at + 4);
  if (xml.startsWith(CDATA, at)) return indexAfter("]]>", xml, at + CDATA.length);
  const start = xml.slice(at, at + CDATA.length);
  if (!CDATA.startsWith(start) && !"<!--".startsWith(start)) throw unusable(workbookUnreadable);
  return -1;
}

function indexAfter(mark: string, xml: string, from: number): number {
  const found = xml.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}

/** Returns the index after a tag, or -1 if the tag is incomplete. Attributes can contain the character ">". */
function tagEnd(xml: string, from: number): number {
  let attributes = 0;
  for (let at = from + 1; at < xml.length; at++) {
    const character = xml.charCodeAt(at);
    if (character === 0x3e) return at + 1;
    if (character === 0x3c) throw unusable(workbookUnreadable);
    if (character !== 0x22 && character !== 0x27) continue;
    const close = xml.indexOf(character === 0x22 ? '"' : "'", at + 1);
    const length = (close < 0 ? xml.length : close) - at - 1;
    attributes += 1;
    if (length > MAX_TEXT || attributes > MAX_ATTRIBUTES) throw unusable(workbookUnreadable);
    if (close < 0) return -1;
    at = close;
  }
  return -1;
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

/** Returns the attributes of a start tag by their local names. @throws {QrError} if they are not well-formed. */
export function readAttributes(source: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  while (at < source.length) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(source);
    if (!match) {
      if (source.slice(at).trim() === "") break;
      throw unusable(workbookUnreadable);
    }
    const [whole, name = "", double, single = ""] = match;
    found.set(localName(name), resolved(double ?? single));
    at += whole.length;
  }
  return found;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Maximum length of a reference, without & and ;. */
const MAX_REFERENCE = 9;

/** Resolves the references in a text. @throws {QrError} if one of them is not defined. */
function resolved(text: string, step?: (cost?: number) => void): string {
  let at = text.indexOf("&");
  if (at < 0) return text;
  let found = "";
  let from = 0;
  for (; at >= 0; at = text.indexOf("&", from)) {
    const end = text.indexOf(";", at);
    if (end < 0 || end - at > MAX_REFERENCE + 1) throw unusable(workbookUnreadable);
    step?.(2);
    const name = text.slice(at + 1, end);
    found += text.slice(from, at) + (ENTITIES.get(name) ?? characterOf(name));
    from = end + 1;
  }
  return found + text.slice(from);
}

/** Returns the character of a reference such as #39 or #x27. @throws {QrError} if XML does not allow it. */
function characterOf(reference: string): string {
  const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+))$/i.exec(reference) ?? [];
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? -1);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < 9 || code > 0x10ffff || isSurrogate) throw unusable(workbookUnreadable);
  return String.fromCodePoint(code);
}
