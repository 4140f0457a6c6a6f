/** Lines of vCard (RFC 2426, RFC 6350) and iCalendar (RFC 5545): "NAME;PARAMETER=x:value". Lines are written without
 *  folding, because some scanners cannot unfold them. */

export interface ContentLine {
  /** The name in upper case, without its group. */
  readonly name: string;
  /** The parameters in upper case. */
  readonly parameters: string;
  readonly value: string;
}

/** Returns the lines of the first complete `component` in `text`, if there is one. Leaves out the lines of nested
 *  components. */
export function readComponent(text: string, component: string): readonly ContentLine[] | undefined {
  const lines: ContentLine[] = [];
  let depth = 0;
  let inside = 0;
  for (const line of readLines(text)) {
    const value = line.value.trim().toUpperCase();
    if (line.name === "BEGIN") {
      depth++;
      if (inside === 0 && value === component) inside = depth;
    } else if (line.name === "END") {
      if (inside === depth && inside > 0) return value === component ? lines : undefined;
      depth--;
    } else if (inside > 0 && inside === depth) lines.push(line);
  }
  return undefined;
}

/** Returns every complete `component` in `text`, as unfolded lines from BEGIN to END, including nested components. */
export function cutComponents(text: string, component: string): readonly (readonly string[])[] {
  const found: string[][] = [];
  let lines: string[] = [];
  let depth = 0;
  for (const written of linesOf(text)) {
    const { name, value } = readLine(written) ?? { name: "", value: "" };
    const isComponent = value.trim().toUpperCase() === component;
    if (depth > 0 || (name === "BEGIN" && isComponent)) lines.push(written);
    if (lines.length === 0) continue;
    if (name === "BEGIN") depth++;
    if (name !== "END" || --depth > 0) continue;
    if (isComponent) found.push(lines);
    [lines, depth] = [[], 0];
  }
  return found;
}

function readLines(text: string): ContentLine[] {
  return linesOf(text).flatMap((line) => readLine(line) ?? []);
}

/** Returns the lines of `text`, unfolded. RFC 6350, 3.2; RFC 5545, 3.1. */
function linesOf(text: string): string[] {
  return text.replace(/\r?\n[ \t]/g, "").split(/\r\n?|\n/);
}

export function readLine(line: string): ContentLine | undefined {
  const found = /^([^:;"]*)((?:;(?:[^:"]|"[^"]*")*)?):(.*)$/.exec(line);
  if (!found) return undefined;
  const [, name = "", parameters = "", value = ""] = found;
  return {
    name: name
      .slice(name.indexOf(".") + 1)
      .trim()
      .toUpperCase(),
    parameters: parameters.toUpperCase(),
    value,
  };
}

/** Returns a component as text. Omits lines without a value. */
export function writeComponent(component: string, lines: readonly (readonly [string, string | undefined])[]): string {
  const body = lines.flatMap(([name, value]) => (value === undefined ? [] : `${name}:${value}\r\n`));
  return `BEGIN:${component}\r\n${body.join("")}END:${component}\r\n`;
}

/** Escapes `value` for a line. RFC 6350, 3.4; RFC 5545, 3.3.11. */
export function escapeText(value: string): string;
export function escapeText(value: string | undefined): string | undefined;
export function escapeText(value: string | undefined): string | undefined {
  return value?.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");
}

export function unescapeText(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, escaped: string) => (/n/i.test(escaped) ? "\n" : escaped));
}
