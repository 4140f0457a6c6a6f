import { pictureDocs } from "../src/options/picture-docs.ts";
import { pictureTable } from "../src/options/picture-table.ts";
import { optionDocs } from "../src/options/schema.ts";
import { freeTable, lookTable, type OptionName, type Row, rows } from "../src/options/table.ts";

/** The options that only docs/options.md lists. */
const DESIGNS: readonly string[] = [...Object.keys(lookTable), "preset", "design"];

/** Returns the option table of docs/options.md as Markdown. Without the rows about designs and rare options, it is the table
 *  of the README. */
export function optionsTable(isComplete = true): string {
  const shown = rows.filter(
    ([name, row]) => isComplete || name === "dotStyle" || (!DESIGNS.includes(name) && !(row as Row).rare),
  );
  return tableOf(
    shown.map(([name, row]) => {
      const about = row.postOnly ? `${optionDocs[name]} In URLs, only inside design.` : optionDocs[name];
      return [name, row, about, elsewhere(name, row)];
    }),
  );
}

/** Returns the option table of docs/picture-codes.md as Markdown. */
export function pictureOptionsTable(): string {
  const names = Object.keys(pictureTable) as (keyof typeof pictureTable)[];
  return tableOf(names.map((name) => [name, pictureTable[name], pictureDocs[name]]));
}

function tableOf(options: readonly (readonly [name: string, row: Row, about: string, elsewhere?: string])[]): string {
  const lines = options.map(
    ([name, row, about, more = ""]) => `| \`${name}\` | ${allowed(row)}${more} | ${defaultOf(row)} | ${about} |`,
  );
  return ["| option | values | default | meaning |", "|---|---|---|---|", ...lines].join("\n");
}

/** Returns the largest value in the interfaces other than HTTP, if it is larger. */
function elsewhere(name: OptionName, row: Row): string {
  const free: Row = freeTable[name];
  return row.kind === "integer" && free.kind === "integer" && free.max !== row.max ? `, ${free.max} in programs` : "";
}

function allowed(row: Row): string {
  switch (row.kind) {
    case "integer":
    case "number":
      return `${row.min} to ${row.max}`;
    case "length":
      return `${row.min} to ${row.max} mm, with a unit`;
    case "choice":
      return row.of.map((value) => `\`${value}\``).join(" ");
    case "flag":
      return "`true` `false`";
    case "color":
      return row.clear ? "six hex digits or `transparent`" : "six hex digits";
    case "gradient":
      return "gradient";
    case "design":
      return "JSON object";
    case "line":
      return `up to ${row.max} characters`;
    case "url":
      return "http or https URL";
    case "base64":
      return "data URI or base64";
    case "text":
      return "text";
  }
}

function defaultOf(row: Row): string {
  if (row.required) return "required";
  return "default" in row && row.default !== undefined ? `\`${row.default}\`` : "";
}
