import type { searchTable } from "./search-table.ts";

/** Descriptions of the settings of a search, for the help of the command line and OpenAPI. */
export const searchDocs: Readonly<Record<keyof typeof searchTable, string>> = {
  allow:
    "What the search may change, separated by commas: margin, ec, version, logoSize, colors and shapes. All other options stay.",
  candidates: "Maximum number of designs to draw and scan.",
  seconds: "Time after which the search stops early.",
};
