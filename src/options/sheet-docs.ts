import type { sheetTable } from "./sheet-table.ts";

/** Descriptions of the settings of sheets, for the docs, the help of the command line and OpenAPI. */
export const sheetDocs: Readonly<Record<keyof typeof sheetTable, string>> = {
  template: "The label sheet: the maker and the number, such as avery-l7160. Replaces the lengths below.",
  paper: "Size of the paper, without a template.",
  columns: "Number of labels beside each other, without a template.",
  rows: "Number of labels below each other, without a template.",
  labelWidth: "Width of a label, such as 63.5mm, without a template.",
  labelHeight: "Height of a label, without a template.",
  gapX: "Horizontal space between two labels, without a template.",
  gapY: "Vertical space between two labels, without a template.",
  marginLeft: "Space at the left edge of the paper. By default, the labels are centred.",
  marginTop: "Space at the top edge of the paper. By default, the labels are centred.",
  padding: "Space around the content of a label. Default: 1.5mm, or a tenth of the shorter side if that is less.",
  start: "Number of the first label to print, for sheets of which some labels are used.",
  marks: "Outlines of all labels, for a test page on plain paper, or crop marks.",
  format: "A PDF, or JSON with the codes that scan poorly at their printed size, and the captions that do not fit.",
};
