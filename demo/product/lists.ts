export { inLanes } from "../../src/async/lanes.ts";
export { nextTask } from "../../src/async/next-task.ts";
export { CERTAIN, createEncodingDetector, type Encoding } from "../../src/list/encoding.ts";
export { createFileNames } from "../../src/list/file-names.ts";
export { captionColumn, guessFileColumn } from "../../src/list/headings.ts";
export {
  chooseSheet,
  guessFields,
  guessTableKind,
  type ListTable,
  optionColumns,
  suitabilityOf,
  tableOf,
} from "../../src/list/mapping.ts";
export { createContentReader, createCsvReader, isBlank, type ListRecord } from "../../src/list/records.ts";
export { reportOf, type Skipped } from "../../src/list/report.ts";
export { buildText, type Cells, type Columns, readCells } from "../../src/list/rows.ts";
export { detectDelimiter, findHeader, MAX_TITLES, readMark, SAMPLE_LENGTH } from "../../src/list/shape.ts";
export {
  createLimits,
  formatOf,
  MAX_WORKBOOK,
  openWorkbook,
  type Workbook,
  type WorkLimits,
} from "../../src/list/workbook.ts";
export { workbookFailed } from "../../src/messages/list-rules.ts";
export { labelTemplates } from "../../src/print/templates.ts";
export { createPool, type PoolEntry } from "../../src/workers/browser.ts";
