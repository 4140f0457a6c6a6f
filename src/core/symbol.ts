/** Error correction level: the share of codewords that may be lost is about 7, 15, 25 and 30 percent. */
export type EcLevel = "L" | "M" | "Q" | "H";

/** How a text becomes a symbol; everything is optional. */
export interface SymbolSettings {
  /** Error correction level, default "M". */
  ec?: EcLevel | undefined;
  /** Smallest version allowed, 1 to 40, default 1. */
  version?: number | undefined;
  /** Mask pattern 0 to 7; the one of least penalty when left out. */
  mask?: number | undefined;
  /** Raise `ec` as far as the chosen version allows, default false. */
  boost?: boolean | undefined;
  /** Announce UTF-8 by an ECI 26 header, default false. */
  eci?: boolean | undefined;
}

/** A finished QR code symbol, without its quiet zone. */
export interface QrSymbol {
  readonly version: number;
  /** Modules per side: 17 + 4 * version. */
  readonly side: number;
  readonly ec: EcLevel;
  readonly mask: number;
  /** side * side values, row by row from the top left; 1 = dark, 0 = light. */
  readonly modules: Uint8Array;
}
