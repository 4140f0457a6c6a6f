/** What the tests use of packages that ship no types of their own. */

declare module "qrcode/lib/core/version.js" {
  const version: {
    /** How many characters (bytes in byte mode) fit, as npm qrcode counts them. */
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
