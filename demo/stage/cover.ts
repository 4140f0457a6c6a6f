import type { LogoLayout } from "../../src/logo/budget.ts";
import { modulesUnder } from "../../src/logo/plate.ts";

const SVG = "http://www.w3.org/2000/svg";

/** A layer for `picture` that shows the modules which the logo spoils, each as a square. */
export function coverOf({ plate, grid, budget }: LogoLayout): SVGElement {
  const { left, top, right, bottom } = modulesUnder(plate.ground, grid);
  const at = (module: number) => grid.offset + module * grid.scale;
  let squares = "";
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      squares += `M${at(x)} ${at(y)}h${grid.scale}v${grid.scale}h${-grid.scale}z`;
    }
  }
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", squares);
  path.setAttribute("class", budget.safe ? "cover" : "cover unsafe");
  path.setAttribute("stroke-width", String(grid.scale / 6));
  return path;
}
