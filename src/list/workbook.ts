import {
  listKind,
  workbookEmpty,
  workbookKind,
  workbookOld,
  workbookTooLarge,
  workbookUnpacked,
  workbookUnreadable,
} from "../messages/list-rules.ts";
import { createStrings, sheetTooLarge } from "./cell-text.ts";
import { createStyles } from "./cells.ts";
import type { ListRecord } from "./records.ts";
import { createSheet } from "./sheet.ts";
import { createXmlReader, readAttributes, type XmlHandler } from "./xml.ts";
import { openZip, unusable } from "./zip.ts";

const NO_SHEET = "{field} must be the name of a sheet in the workbook";

export interface Workbook {
  /** The names of the visible sheets. */
  readonly sheets: readonly string[];
  /** Resolves to the rows of the sheet at `index`, without blank ones. Several calls can share `limits`.
   *  @throws {QrError} if the sheet is damaged or too large, or takes too long. */
  read(index: number, limits?: WorkLimits): Promise<ListRecord[]>;
}

/** Maximum size in bytes of a workbook. */
export const MAX_WORKBOOK = 20 * 1024 * 1024;

/** Maximum size of the unpacked parts that are read, in bytes, and maximum cost of parsing them: 1 for each tag, and more
 *  for each reference and escape. */
const MAX_UNPACKED = 80 * 1024 * 1024;
const MAX_STEPS = 5_000_000;

/** Maximum time to read a sheet in milliseconds. */
const TIME_LIMIT = 30_000;

/** Limits for reading a sheet and the parts that it needs. Each method throws a QrError when its limit is exceeded. */
export interface WorkLimits {
  /** Called before a part of this size is unpacked. */
  unpack(bytes: number): void;
  step(cost?: number): void;
  /** Called every few thousand steps. */
  checkTime(): void;
}

export function createLimits(timeLimit = TIME_LIMIT): WorkLimits {
  const end = performance.now() + timeLimit;
  let [unpacked, steps] = [0, 0];
  return {
    unpack(bytes) {
      unpacked += bytes;
      if (unpacked > MAX_UNPACKED) throw unusable(workbookUnpacked, { max: 80 });
    },
    step(cost = 1) {
      steps += cost;
      if (steps > MAX_STEPS) throw sheetTooLarge();
    },
    checkTime() {
      if (performance.now() > end) throw unusable(workbookUnreadable);
    },
  };
}

/** Returns "xlsx" for the first bytes of a ZIP archive, undefined for text, and the error for any other file. */
export function formatOf([a, b, c, d]: Uint8Array): "xlsx" | Error | undefined {
  const magic = [a, b, c, d].map((byte = 0) => byte.toString(16).padStart(2, "0")).join("");
  if (magic === "504b0304") return "xlsx";
  if (magic === "d0cf11e0") return unusable(workbookOld);
  const isOther = ["25504446", "89504e47", "ffd8ffe0", "ffd8ffe1", "47494638"].includes(magic);
  return isOther ? unusable(listKind) : undefined;
}

/** Opens an .xlsx workbook (ECMA-376, part 1). Unpacks only the parts that a sheet needs, and parses them as they are
 *  unpacked.
 *  @throws {QrError} if it is damaged, too large or another type of file. The rule follows the name of the file. */
export async function openWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Workbook> {
  if (bytes.length > MAX_WORKBOOK) throw unusable(workbookTooLarge, { max: 20 });
  const zip = openZip(bytes);
  if (!zip.has(BOOK)) throw unusable(workbookKind);

  async function readPart(path: string, handler: XmlHandler, limits: WorkLimits): Promise<void> {
    limits.unpack(zip.sizeOf(path));
    const reader = createXmlReader(handler, limits.step);
    const decoder = new TextDecoder();
    for await (const part of zip.unpack(path)) {
      limits.checkTime();
      reader.push(decoder.decode(part, { stream: true }));
    }
    reader.push(decoder.decode());
    reader.end();
  }

  async function relationsOf(path: string, limits: WorkLimits): Promise<readonly Relation[]> {
    const { handler, relations } = createRelations();
    const name = path.lastIndexOf("/") + 1;
    const own = `${path.slice(0, name)}_rels/${path.slice(name)}.rels`;
    if (zip.has(own)) await readPart(own, handler, limits);
    return relations;
  }

  const limits = createLimits();
  const relations = await relationsOf(BOOK, limits);
  const parts = relations
    .map(({ id, type, target }) => ({ id, type, path: target.startsWith("/") ? target.slice(1) : `xl/${target}` }))
    .filter(({ path }) => zip.has(path));
  const { handler, book } = createBook();
  await readPart(BOOK, handler, limits);
  const sheets = book.sheets.flatMap(({ id, name }) => {
    const part = parts.find((part) => part.id === id);
    return part ? [{ name, path: part.path }] : [];
  });
  if (sheets.length === 0) throw unusable(workbookEmpty);

  return {
    sheets: sheets.map(({ name }) => name),
    async read(index, limits = createLimits()) {
      const sheet = sheets[index];
      if (!sheet) throw unusable(NO_SHEET);
      const [strings, styles] = [createStrings(limits.step), createStyles()];
      const handlers = new Map([
        ["sharedStrings", strings.handler],
        ["styles", styles.handler],
      ]);
      for (const { type, path } of parts) {
        const handler = handlers.get(type);
        if (handler && handlers.delete(type)) await readPart(path, handler, limits);
      }
      const cells = createSheet({ strings: strings.strings, styles: styles.styles, is1904: book.is1904 }, limits.step);
      await readPart(sheet.path, cells.handler, limits);
      const links = cells.hasLinks() ? await relationsOf(sheet.path, limits) : [];
      return cells.end(new Map(links.map(({ id, target }) => [id, target])));
    },
  };
}

/** The part that lists the sheets. */
const BOOK = "xl/workbook.xml";

/** A reference from a part to another part, or to a page. */
interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/** Maximum number of relations of a part, and of sheets. */
const MAX_RELATIONS = 100_000;
const MAX_SHEETS = 1_000;

/** Creates a reader of relations, and the list that it fills. */
function createRelations(): { readonly handler: XmlHandler; readonly relations: readonly Relation[] } {
  const relations: Relation[] = [];
  return {
    relations,
    handler: {
      open(name, source) {
        if (name !== "Relationship") return;
        if (relations.length >= MAX_RELATIONS) throw unusable(workbookUnreadable);
        const attributes = readAttributes(source);
        const type = attributes.get("Type") ?? "";
        const [id = "", target = ""] = [attributes.get("Id"), attributes.get("Target")];
        relations.push({ id, type: type.slice(type.lastIndexOf("/") + 1), target });
      },
    },
  };
}

interface Book {
  /** Whether dates count from 1904. */
  is1904: boolean;
  readonly sheets: { readonly id: string; readonly name: string }[];
}

function createBook(): { readonly handler: XmlHandler; readonly book: Readonly<Book> } {
  const book: Book = { is1904: false, sheets: [] };
  return {
    book,
    handler: {
      open(name, source) {
        if (name !== "workbookPr" && name !== "sheet") return;
        const attributes = readAttributes(source);
        if (name === "workbookPr") book.is1904 = /^(?:1|true)$/.test(attributes.get("date1904") ?? "");
        else if ((attributes.get("state") ?? "visible") === "visible") {
          if (book.sheets.length >= MAX_SHEETS) throw unusable(workbookUnreadable);
          book.sheets.push({ id: attributes.get("id") ?? "", name: attributes.get("name") ?? "" });
        }
      },
    },
  };
}
