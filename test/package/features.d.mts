/** A check of one library for a feature. A function returns whether the library has the feature, or a note. A string is
 *  code for a page, with `draw` and `differ`. */
export type Check = string | (() => unknown);

export interface Feature {
  readonly name: string;
  readonly how: string;
  /** Checks by library. */
  readonly checks: Readonly<Record<string, Check>>;
}

export function featuresOf(isoqr: object): readonly Feature[];
