import { zipSync } from "fflate";
import type { ListRecord } from "../../src/list/records.ts";
import { openWorkbook } from "../../src/list/workbook.ts";

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
  /** The addresses of linked cells, such as A2 or B2:B4. */
  readonly links?: Readonly<Record<string, string>>;
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
      sheets.flatMap(({ rows, merged = [], links = {} }, at) => [
        [
          `xl/worksheets/sheet${at + 1}.xml`,
          `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet ${NAMESPACE} xmlns:r="${RELATIONS}"><sheetData>${rows}</sheetData><mergeCells>${merged
            .map((ref) => `<mergeCell ref="${ref}"/>`)
            .join("")}</mergeCells><hyperlinks>${Object.keys(links)
            .map((ref, id) => `<hyperlink ref="${ref}" r:id="link${id}"/>`)
            .join("")}</hyperlinks></worksheet>`,
        ],
        [
          `xl/worksheets/_rels/sheet${at + 1}.xml.rels`,
          `<Relationships>${Object.values(links)
            .map((address, id) => relation(`link${id}`, "hyperlink", `${address}" TargetMode="External`))
            .join("")}</Relationships>`,
        ],
      ]),
    ),
    ...others,
  };
  return zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, encoder.encode(text)])), {
    level: 1,
  }) as Uint8Array<ArrayBuffer>;
}

/** Returns a row of texts. */
export function rowOf(number: number, ...texts: readonly string[]): string {
  const cells = texts.map((text, at) =>
    text === "" ? "" : `<c r="${"ABCDEFGH"[at]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`,
  );
  return `<row r="${number}">${cells.join("")}</row>`;
}

/** Returns a workbook with one sheet that consists of `rows`. */
export const sheetOf = (rows: string, more: Partial<Parts> = {}) =>
  workbookOf({ sheets: [{ name: "A", rows }], ...more });

/** Resolves to the rows of a sheet. */
export async function rowsOf(bytes: Uint8Array<ArrayBuffer>, sheet = 0): Promise<readonly ListRecord[]> {
  return (await openWorkbook(bytes)).read(sheet);
}
