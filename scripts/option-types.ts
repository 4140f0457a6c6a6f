import { optionDocs } from "../src/options/schema.ts";
import { freeTable, type OptionName, pngTable, type Row } from "../src/options/table.ts";

/** The longest line of the file. */
const WIDTH = 118;

/** Returns the file src/options/option-types.ts, whose comments editors show when the cursor is on an option. */
export function optionTypes(): string {
  const members = (Object.entries(freeTable) as [OptionName, Row][]).map(([name, row]) => {
    const comment = commentOf([optionDocs[name], limitsOf(row)].filter(Boolean).join(" "));
    return `${comment}${memberOf(name, [...typesOf(row), "undefined"])}`;
  });
  return `/** All options, with the comments that editors show. \`npm run readme\` writes them from the option table. */
export interface OptionTypes {
${members.join("\n")}
}

/** The styles that need no design. */
export type DotStyle = ${typesOf(pngTable.dotStyle).join(" | ")};

/** A gradient as an object, instead of its text. */
export type Gradient = LinearGradient | RadialGradient;

/** A gradient across the code. */
export interface LinearGradient {
  readonly type: "linear";
  /** Direction in degrees, clockwise from the top: 0 points up, and 90 to the right. An integer from 0 to 359. */
  readonly angle: number;
  /** 2 to 5 colours. */
  readonly stops: readonly (string | GradientStop)[];
}

/** A gradient from the centre to the corners. */
export interface RadialGradient {
  readonly type: "radial";
  /** 2 to 5 colours. */
  readonly stops: readonly (string | GradientStop)[];
}

export interface GradientStop {
  readonly color: string;
  /** Position in percent, an integer from 0 to 100 that is not lower than that of the stop before. Without positions, the
   *  stops are evenly spaced. */
  readonly position?: number | undefined;
}

/** Some of the options, of which each may be missing. */
export type OptionsOf<Names extends keyof OptionTypes> = Pick<OptionTypes, Names>;

/** The same without objects, as in requests. */
export type TextOptionsOf<Names extends keyof OptionTypes> = {
  readonly [Name in keyof OptionsOf<Names>]: Exclude<OptionTypes[Name], object>;
};
`;
}

/** Returns the types of the values of an option, as `ValuesOf` infers them, and those that are read as such values. */
function typesOf(row: Row): string[] {
  if (row.kind === "choice") return row.of.map((value) => JSON.stringify(value));
  if (row.kind === "gradient") return ["string", "Gradient"];
  return [row.kind === "flag" ? "boolean" : row.kind === "integer" || row.kind === "number" ? "number" : "string"];
}

/** Returns a member in the format of the source code. */
function memberOf(name: string, types: readonly string[]): string {
  const line = `  readonly ${name}?: ${types.join(" | ")};`;
  return line.length <= 120 ? line : `  readonly ${name}?:\n${types.map((type) => `    | ${type}`).join("\n")};`;
}

/** Returns a sentence with the limits and the default of an option, as far as its type does not show them. */
function limitsOf(row: Row): string {
  const limits = [
    ...(row.kind === "integer" || row.kind === "number" ? [rangeOf(row)] : []),
    ...(row.kind === "line" ? [`At most ${row.max} characters`] : []),
    ...("default" in row ? [`default ${JSON.stringify(row.default)}`] : []),
  ].join("; ");
  return limits && `${limits[0]?.toUpperCase()}${limits.slice(1)}.`;
}

/** Returns the limits of a number, which are stricter over HTTP for some options. */
function rangeOf({ min, max, served }: Extract<Row, { readonly kind: "integer" | "number" }>): string {
  return `${min} to ${max}${served === undefined ? "" : `, over HTTP to ${served}`}`;
}

/** Returns `text` as a comment with lines of at most WIDTH characters. */
function commentOf(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line && line.length + word.length + 9 > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return `  /** ${lines.join("\n   *  ")} */\n`;
}
