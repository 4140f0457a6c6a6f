/** Declares the parts of untyped packages that the tests use. */

declare module "qrcode/lib/core/version.js" {
  const version: {
    /** Returns how many characters fit. In byte mode, returns the number of bytes. */
    getCapacity(version: number, ec: { bit: number }, mode: object): number;
  };
  export default version;
}

declare module "qrcode/lib/core/mode.js" {
  const mode: { NUMERIC: object; ALPHANUMERIC: object; BYTE: object };
  export default mode;
}

declare module "qrcode/lib/core/error-correction-level.js" {
  const level: Record<"L" | "M" | "Q" | "H", { bit: number }>;
  export default level;
}
