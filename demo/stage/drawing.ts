import { drawWithLogo } from "../picture.ts";
import type { LogoLayout } from "../product/logos.ts";
import { QrError } from "../product/messages.ts";
import { type Examination, examine, type Finding, findingOf } from "../product/report.ts";
import type { Reading } from "../reading.ts";
import { pictureOf, type ShownSvg } from "./first-code.ts";

/** A QR code as an SVG. It has a layout only if it has a logo and this page drew it. */
export interface Drawn {
  readonly svg: ShownSvg;
  readonly layout?: LogoLayout | undefined;
}

/** Resolves to the report on a QR code without a logo. The report omits everything that requires decoding the code. */
export function reportOf({ data, rawOptions }: Reading): Promise<Examination> {
  const { logo: _, logoData: __, ...withoutLogo } = rawOptions;
  // Without text, an invalid logo is not reported.
  return examine(data === undefined ? withoutLogo : rawOptions);
}

/** Resolves to the QR code with its logo, and the report on that code. Rejects with the reason of `signal`. */
export async function examineLogo(
  reading: Reading,
  signal: AbortSignal,
): Promise<{ drawn: Drawn | undefined; report: Examination }> {
  const { options, rawOptions } = reading;
  const { logo: _, logoData: __, caption: ___, ...others } = rawOptions;
  // The page has no fonts for captions, but it can report on everything else in the picture.
  const withoutLogo = { ...others, frame: options.frame };
  try {
    const { picture, layout, cost } = await drawWithLogo({ ...options, format: "svg" }, signal);
    const version = layout?.symbol.version ?? options.version;
    const report = await examine({ ...withoutLogo, ec: options.ec, version });
    const merged = {
      ...report,
      ...(cost && { logo: cost.report }),
      issues: [...report.issues, ...(cost?.issues ?? [])],
    };
    return { drawn: { svg: picture as ShownSvg, layout }, report: merged };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof QrError)) throw error;
    const report = await examine({ ...withoutLogo, ec: options.ec });
    const isReported = report.issues.some(({ code }) => code === "data_too_long");
    const issues: readonly Finding[] = isReported ? report.issues : [...report.issues, findingOf(error)];
    return { drawn: undefined, report: { ...report, valid: false, issues } };
  }
}

/** Returns the picture as an element. If `showCovered` is set, marks the modules that the logo covers. */
export function nodesOfDrawn({ svg, layout }: Drawn, showCovered: boolean): Element {
  const picture = pictureOf(svg);
  if (layout && showCovered) picture.append(coveredModules(layout));
  return picture;
}

const SVG = "http://www.w3.org/2000/svg";

/** Returns a layer with a square on each module that the logo covers. */
function coveredModules({ cleared, grid, budget }: LogoLayout): SVGElement {
  const at = (module: number) => grid.offset + module * grid.scale;
  let squares = "";
  for (const { left, top, right, bottom } of cleared) {
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        squares += `M${at(x)} ${at(y)}h${grid.scale}v${grid.scale}h${-grid.scale}z`;
      }
    }
  }
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", squares);
  path.setAttribute("class", budget.safe ? "cover" : "cover unsafe");
  path.setAttribute("stroke-width", String(grid.scale / 6));
  return path;
}
