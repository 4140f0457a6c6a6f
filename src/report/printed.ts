import { gridOf } from "../logo/placement.ts";
import { setOption, withAdvice } from "../messages/advice.ts";
import type { Message, Value, Values } from "../messages/message.ts";
import { unusedDots } from "../messages/report-rules.ts";
import { type FormatRow, formats } from "../options/formats.ts";
import { millimetresOf } from "../options/lengths.ts";
import type { QrOptions } from "../options/table.ts";
import { sizeForCode } from "../render/frame.ts";
import { DEFAULT_DPI, millimetresIn } from "../render/printed-size.ts";
import type { Finding, Way } from "./issues.ts";

/** The size of a printed picture. */
export interface PrintedSize {
  /** In millimetres. */
  readonly width: number;
  readonly dpi: number;
}

/** Returns the size of a printed picture; undefined if its size is in pixels. */
export function printedSizeOf({ width, dpi = DEFAULT_DPI }: Pick<QrOptions, "width" | "dpi">): PrintedSize | undefined {
  return width === undefined ? undefined : { width: millimetresOf(width), dpi };
}

/** Up to this share of the width may be left over by modules that are whole dots wide. */
const MOST_UNUSED = 0.04;

/** Returns an issue if modules that are whole dots wide leave much of the width of a printed PNG to the quiet zone. `side` is
 *  the number of modules per side. Suggests the nearest width that uses all dots. */
export function unusedDotsIssues(options: QrOptions, printed: PrintedSize | undefined, side: number): Finding[] {
  if (!printed || (formats[options.format] as FormatRow).vector) return [];
  const { size, margin } = options;
  const { scale } = gridOf(side, options);
  const sizeAt = (pixels: number) => sizeForCode(options, pixels * (side + 2 * margin), 2 * size) ?? size;
  const share = 1 - sizeAt(scale) / size;
  if (scale < 1 || share <= MOST_UNUSED) return [];
  const [less, more] = [sizeAt(scale), sizeAt(scale + 1)];
  const better = more - size < size - less ? more : less;
  const problem = {
    rule: unusedDots,
    values: { pixels: scale, share: Math.round(share * 100), option: { option: "width" } },
  };
  const message = withAdvice(problem, setOption("size", better));
  return [{ code: "unused_dots", severity: "warning", field: "size", ...message, ways: [{ size: better }] }];
}

/** Returns `findings` about a printed picture with `width` in place of `size`. */
export function inPrintedUnits(findings: readonly Finding[], printed: PrintedSize): Finding[] {
  // Rounded to hundredths of a millimetre, which is a quarter of a dot at 600 dpi.
  const lengthOf = (size: number) => `${Math.round(millimetresIn(size, printed.dpi) * 100) / 100}mm`;
  const inUnits = (value: Value): Value => {
    if (typeof value !== "object") return value;
    if ("rule" in value) return { ...value, ...renamed(value) };
    if (!("option" in value) || value.option !== "size") return value;
    return "value" in value && typeof value.value === "number"
      ? { ...value, option: "width", value: lengthOf(value.value) }
      : { ...value, option: "width" };
  };
  const renamed = ({ field, values }: Pick<Message, "field" | "values">) => ({
    ...(field === "size" && { field: "width" }),
    ...(values && { values: valuesOf(values) }),
  });
  const valuesOf = (values: Values): Values => {
    const changed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inUnits(value)]));
    const { option, before } = values;
    const isSize = typeof option === "object" && "option" in option && option.option === "size";
    return isSize && typeof before === "number" ? { ...changed, before: lengthOf(before) } : changed;
  };
  const wayOf = ({ size, ...way }: Way): Way => (size === undefined ? way : { ...way, width: lengthOf(size) });
  return findings.map((finding) => ({
    ...finding,
    ...renamed(finding),
    ...(finding.ways && { ways: finding.ways.map(wayOf) }),
  }));
}
