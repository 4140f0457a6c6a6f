import { outlineLogo } from "../card/tools.ts";
import { svgBytes } from "./logos.ts";

export const wrap = (inside: string, more = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 100"${more}>${inside}</svg>`;

/** Returns the SVG with outlines instead of text. */
export async function outlined(svg: string): Promise<string> {
  return new TextDecoder().decode(await outlineLogo(svgBytes(svg)));
}
