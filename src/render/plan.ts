import { encodeSymbol } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import type { PixelSource } from "../core/image-writer.ts";
import type { QrSymbol } from "../core/symbol.ts";
import type { LogoLayout } from "../logo/budget.ts";
import type { BodyOf, PrintFormat } from "../options/formats.ts";
import type { LookSettings, PngSettings, QrOptions, SvgSettings } from "../options/table.ts";
import type { Caption, Pixels } from "../ports.ts";
import type { SvgDocument } from "../svg.ts";
import type { FrameLayout } from "./frame.ts";
import type { Look } from "./look.ts";

/** The checked options of a picture. Those of the library have a look only if they belong to a design. */
export type PngOptions = Omit<PngSettings<QrData>, "dotStyle" | "pngColor"> & Shared;
export type SvgOptions = Omit<SvgSettings<QrData>, "dotStyle"> & Shared;

interface Shared extends Pick<LookSettings, "dotStyle"> {
  /** SVGs ignore it. */
  readonly pngColor?: PngSettings<QrData>["pngColor"] | undefined;
}

/** The checked options of a picture in any design. */
export type PngDesign = PngOptions & LookSettings;
export type SvgDesign = SvgOptions & LookSettings;

/** Everything that is decided before a picture is drawn. Plain data, which threads can send to each other. */
export interface Plan<Options extends PngOptions = QrOptions> {
  /** The options of the code. Inside a frame, `size` is that of the code and its quiet zone. */
  readonly code: Options;
  /** The symbol, without the modules that the logo replaces. Undefined if the core encodes the data while it draws, as for
   *  plain square modules. */
  readonly symbol?: QrSymbol | undefined;
  readonly logo?: LogoLayout | undefined;
  /** What the plain styles cannot draw. */
  readonly look?: Look | undefined;
  readonly frame?: FrameLayout | undefined;
}

/** What only a host can draw. */
export interface Art {
  /** The pixels of the logo, as large as `artBox` returns. */
  readonly pixels?: Pixels | undefined;
  /** The logo of an SVG as a data URI. By default, the SVG contains `pixels`. */
  readonly href?: string | undefined;
  /** The EXIF orientation to apply to `href`, 1 to 8. */
  readonly orientation?: number | undefined;
  readonly caption?: Caption | undefined;
}

/** A plan with a look, for which the symbol is always encoded. */
export type LookedPlan<Options extends PngOptions = PngOptions> = Plan<Options> & {
  readonly symbol: QrSymbol;
  readonly look: Look;
};

/** The code for looks and frames. Programs that pass none contain none of it, and their plans have no look. */
export interface Designs {
  /** Returns undefined for options that the plain styles can draw. */
  plan<Options extends PngOptions>(options: Options): Omit<Plan<Options>, "symbol" | "logo"> | undefined;
  /** Draws a plan with a look. Throws like `paintPng`. */
  svg(plan: Plan<SvgOptions>, art: Art): SvgDocument;
  /** Returns the pixels of a plan with a look. Throws like `paintPng`. */
  pixels(plan: Plan<PngOptions>, art: Art): PixelSource;
  /** Draws plans in formats for print. Programs without it reject these formats. Throws like `paintPng`. */
  readonly print?: {
    readonly [Name in PrintFormat]: (plan: Plan, art: Art, designs: Pick<Designs, "svg">) => BodyOf<Name>;
  };
}

/** Returns the plan of a picture. `layOut` returns the layout of its logo for the options of the code inside the frame.
 *  @throws {QrError} DATA_TOO_LONG. Without a logo, drawing a plan of plain square modules throws it. */
export function planOf<Options extends PngOptions>(
  options: Options,
  layOut?: (code: Options) => LogoLayout,
  designs?: Pick<Designs, "plan">,
): Plan<Options> {
  const planned = designs?.plan(options) ?? { code: options, look: undefined };
  const { code, look } = planned;
  const logo = layOut?.(code);
  const needsSymbol = look || code.dotStyle !== "square";
  return { ...planned, logo, symbol: logo?.symbol ?? (needsSymbol ? encodeSymbol(code.data, code) : undefined) };
}
