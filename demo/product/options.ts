export { noPartColors, partPaintedBy, swapColors } from "../../src/options/colors.ts";
export {
  type Format,
  type FormatRow,
  formatOfType,
  formats,
  type ImageFormat,
  imageFormats,
  type PrintFormat,
} from "../../src/options/formats.ts";
export { pictureSize } from "../../src/options/frames.ts";
export { logoOf, needsHost } from "../../src/options/logo.ts";
export { checkOptions, overLook, parseOptions, type RawOptions } from "../../src/options/parse.ts";
export { posterTable } from "../../src/options/poster-table.ts";
export { overlay, type PresetName, presetNames, presets } from "../../src/options/presets.ts";
export {
  type ColorName,
  designNames,
  freeTable,
  type GradientName,
  linkOptionNames,
  type OptionName,
  pngTable,
  type QrOptions,
  type Row,
  rows,
  svgTable,
  table,
} from "../../src/options/table.ts";
