import { encodeSymbol } from "../core/core.ts";
import { QrError } from "../errors.ts";
import type { LogoLayout } from "../logo/budget.ts";
import { moduleRange } from "../messages/option-rules.ts";
import { moduleSize as moduleRow, size as sizeRow } from "../options/table.ts";
import { type Designs, type Plan, type PngOptions, planOf } from "./plan.ts";

// A separate file, because pages with the element do not need it.

/** Returns `options` with the size at which modules are `moduleSize` pixels wide, if it is set. `inside` returns the options
 *  of the code inside the frame, and `layOut` the layout of its logo, for which the version may be larger. The size is at most
 *  `most` pixels.
 *  @throws {QrError} DATA_TOO_LONG, or INVALID_OPTION if the size is not within the limits. */
export function settleSize<Options extends PngOptions>(
  options: Options,
  inside: (options: Options) => Options = (same) => same,
  layOut?: (code: Options) => LogoLayout,
  most: number = sizeRow.max,
): Options {
  const { moduleSize, margin } = options;
  if (moduleSize === undefined) return options;
  const plain = encodeSymbol(options.data, options);
  const sizeFor = (pixels: number, version: number) => {
    const inner = pixels * (17 + 4 * version + 2 * margin);
    const sized = { ...options, moduleSize: undefined, size: inner };
    // The frame grows more slowly than the picture, so each round brings the code closer to `inner`.
    for (let missing = inner; missing > 0; sized.size += missing) missing = inner - inside(sized).size;
    return sized;
  };
  // The space around a logo is in pixels, so each version is judged at its own size. Without a safe version, the smallest one
  // that holds the data is drawn, as in a picture with a fixed size.
  const settle = (pixels: number): Options => {
    const smallest = sizeFor(pixels, plain.version);
    if (!layOut) return smallest;
    for (let { version } = plain; version <= (options.maxVersion ?? 40); version++) {
      const sized = { ...sizeFor(pixels, version), version };
      if (layOut(inside({ ...sized, maxVersion: version })).budget.safe) return sized;
    }
    return smallest;
  };
  const settled = settle(moduleSize);
  if (settled.size >= sizeRow.min && settled.size <= most) return settled;
  let { max } = moduleRow;
  for (;;) {
    const { size } = settle(max);
    if (size <= most) break;
    // The size of a frame is rounded, so this may be one too few.
    max = Math.min(max, Math.floor((max * most) / size) + 2) - 1;
  }
  const values = { min: settle(1).size < sizeRow.min ? 2 : 1, max };
  throw new QrError("INVALID_OPTION", { field: "moduleSize", rule: moduleRange, values });
}

/** Returns the plan of a picture, like `planOf`, for options that may set `moduleSize`. Throws like `planOf` and `settleSize`. */
export function planSized<Options extends PngOptions>(
  options: Options,
  layOut?: (code: Options) => LogoLayout,
  designs?: Pick<Designs, "plan">,
  most?: number,
): Plan<Options> {
  return planOf(
    settleSize(options, (one) => designs?.plan(one)?.code ?? one, layOut, most),
    layOut,
    designs,
  );
}
