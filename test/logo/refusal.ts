import { expect } from "vitest";
import { QrError } from "../../src/errors.ts";
import { checkSvg, readSvgSize } from "../../src/logo/svg-check.ts";
import { svgBytes } from "./logos.ts";

/** Returns the message with which `judge` rejects a logo, or "accepted". */
export function refusalBy(judge: () => void): string {
  try {
    judge();
    return "accepted";
  } catch (error) {
    if (!(error instanceof QrError)) throw error;
    expect([error.code, error.field]).toEqual(["LOGO_INVALID", "logo"]);
    return error.message;
  }
}

/** Returns the message with which the checks reject an SVG, or "accepted". */
export function svgRefusal(svg: string): string {
  const bytes = svgBytes(svg);
  return refusalBy(() => {
    readSvgSize(bytes);
    checkSvg(bytes);
  });
}
