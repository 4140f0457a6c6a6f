import { zipSync } from "fflate";
import type { ListRecord } from "../../src/list/records.ts";
import { openWorkbook, type SheetReader } from "../../src/list/workbook.ts";
import { storeZip } from "../../src/list/zip.ts";

const encoder = new TextEncoder();
const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export interface Sheet {
  readonly name: string;
  /** The content of `sheetData`. */
  readonly rows: string;
  readonly state?: string;
  /** Ranges of merged cells, such as A1:B2. */
  readonly merged?: readonly string[];
}

export interface Parts {
  readonly sheets: readonly Sheet[];
  readonly strings?: readonly string[];
  /** Number formats of the cell styles 1, 2 and so on. */
  readonly formats?: readonly string[];
  /** Parts that are added or replaced. */
  readonly others?: Readonly<Record<string, string>>;
}

/** Returns a workbook as spreadsheet programs write it. */
export function workbookOf({ sheets, strings = [], formats = [], others = {} }: Parts): Uint8Array<ArrayBuffer> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const texts: Record<string, string> = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "xl/workbook.xml": `<workbook ${NAMESPACE} xmlns:r="${RELATIONS}"><sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ""} r:id="rId${at + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
      .map((_, at) => relation(`rId${at + 1}`, "worksheet", `worksheets/sheet${at + 1}.xml`))
      .join(
        "",
      )}${relation("s", "styles", "styles.xml")}${relation("t", "sharedStrings", "sharedStrings.xml")}</Relationships>`,
    "xl/styles.xml": `<styleSheet ${NAMESPACE}><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`)
      .join("")}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`)
      .join("")}</cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst ${NAMESPACE}>${strings.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ rows, merged = [] }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet ${NAMESPACE}><sheetData>${rows}</sheetData><mergeCells>${merged
          .map((ref) => `<mergeCell ref="${ref}"/>`)
          .join("")}</mergeCells></worksheet>`,
      ]),
    ),
    ...others,
  };
  return zipSync(
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, encoder.encode(text)])),
  ) as Uint8Array<ArrayBuffer>;
}

export async function packageReader(): Promise<SheetReader> {
  const { readSheet } = await import("read-excel-file/universal");
  return ((parts, ...others) => readSheet(storeZip(parts), ...others)) as SheetReader;
}

/** Resolves to the rows of a sheet. */
export async function rowsOf(bytes: Uint8Array<ArrayBuffer>, sheet = 0): Promise<readonly ListRecord[]> {
  return (await openWorkbook(bytes, await packageReader())).read(sheet);
}
