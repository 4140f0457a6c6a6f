/** Checks whether a library has a feature. A function returns whether it has the feature, or returns a note. A string
 *  is code for a page, with `draw` and `differ`. */
export type Check = string | (() => unknown);

export interface Feature {
  readonly name: string;
  readonly how: string;
  /** Checks by library. */
  readonly checks: Readonly<Record<string, Check>>;
}

export function featuresOf(isoqr: object): readonly Feature[];
