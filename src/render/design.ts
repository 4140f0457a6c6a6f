import type { QrData } from "../core/data.ts";
import type { PixelSource } from "../core/image-writer.ts";
import type { layOutShapedLogo } from "../logo/placement.ts";
import { settleFrame } from "../options/frames.ts";
import { checkValues } from "../options/kinds.ts";
import { overlay, type PresetName, presets } from "../options/presets.ts";
import { type DesignInput, designTable } from "../options/table.ts";
import { ownOptions, unknownIn } from "../options/unknown-names.ts";
import type { Caption } from "../ports.ts";
import { framedPixels } from "./frame-png.ts";
import { lookPixels, type PaintLogo } from "./look-png.ts";
import type { Designs, LookedPlan, Plan, PngDesign, PngOptions, SvgDesign } from "./plan.ts";
import { readSaved } from "./saved-design.ts";

/** The code for designs that a design of the library carries. `check` and `plan` throw like `toSvg`. */
export interface DesignCode extends Designs {
  /** Returns checked options with defaults. */
  readonly check: typeof checkDesign;
  /** Returns the layout of a logo. */
  readonly layOut: typeof layOutShapedLogo;
  /** The options that the design was created with. */
  readonly saved: DesignInput;
}

/** Returns the options in `input`, checked and with defaults, for `data`. They win over those of their preset. Null means
 *  that an option is not set, as in saved designs. @throws {QrError} INVALID_OPTION. */
export function checkDesign(input: object, data: QrData): SvgDesign {
  const set: DesignInput = readSaved(input);
  const fault = unknownIn({ ...ownOptions(input), size: set.size, moduleSize: set.moduleSize }, designTable);
  if (fault) throw fault;
  const preset = presets[designTable.preset.read(set.preset) as PresetName];
  const settings = checkValues(designTable, overlay(preset, set), data);
  settleFrame(settings, set.frame);
  return settings;
}

/** Returns the pixels of a plan with a look. Throws like `drawDesignSvg`. */
export function designPixels(planned: Plan<PngOptions>, paintLogo?: PaintLogo, caption?: Caption): PixelSource {
  const plan = planned as LookedPlan<PngDesign>;
  return plan.frame ? framedPixels(plan, plan.frame, paintLogo, caption) : lookPixels(plan, paintLogo);
}
