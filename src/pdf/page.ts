import type { SvgContent, SvgDocument } from "../svg.ts";
import { type Content, contentOf, type Inks, type Matrix, matrixText, shadingEntries } from "./content.ts";
import { type PdfResources, type PdfWriter, pdfNumber, type Ref } from "./document.ts";

/** An image for a PDF: a JPEG file, or pixels. */
export type PdfImage =
  | { readonly width: number; readonly height: number; readonly jpeg: Uint8Array; readonly components: 1 | 3 | 4 }
  | {
      readonly width: number;
      readonly height: number;
      /** Red, green, blue and alpha, not premultiplied. */
      readonly data: Uint8Array;
    };

/** A rectangle on a page in points, of which an inch has 72. The origin is at the bottom left. */
export interface PdfBox {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the map from the coordinates of an SVG of this size to a box. */
export function mapTo({ left, bottom, width, height }: PdfBox, svg: Pick<SvgDocument, "width" | "height">): Matrix {
  return [width / svg.width, 0, 0, -height / svg.height, left, bottom + height];
}

/** Returns a function that begins pages of `pdf`, which share images. `imageOf` returns the image at an `href`. */
export function createPages(pdf: PdfWriter, imageOf: (href: string) => PdfImage | undefined = () => undefined) {
  const images = new Map<string, Ref>();
  const opacities = new Map<number, Ref>();

  function addImage(href: string): Ref {
    const known = images.get(href) ?? writeImage(pdf, imageOf(href) as PdfImage);
    images.set(href, known);
    return known;
  }

  function addOpacity(share: number): Ref {
    const known = opacities.get(share) ?? pdf.add(`<</ca ${pdfNumber(share)}/CA ${pdfNumber(share)}>>`);
    opacities.set(share, known);
    return known;
  }

  function resourcesOf({ shadings, images: hrefs, opacities: shares }: Content): PdfResources {
    const entries = <Value>(map: ReadonlyMap<string, Value>, add: (value: Value) => Ref) =>
      Object.fromEntries([...map].map(([name, value]) => [name, add(value)]));
    return {
      Pattern: entries(shadings, (shading) =>
        pdf.add(`<</PatternType 2/Matrix[${matrixText(shading.matrix)}]/Shading<<${shadingEntries(shading)}>>>>`),
      ),
      XObject: entries(hrefs, addImage),
      ExtGState: entries(shares, addOpacity),
    };
  }

  /** Begins a page of this size in points. */
  return (size: { readonly width: number; readonly height: number }): Page => {
    const parts: string[] = [];
    const resources: Record<string, Record<string, Ref>> = {};
    return {
      draw(svg, base, inks) {
        const content = contentOf(svg, base, inks, imageOf, parts.length > 0 ? `${parts.length}.` : "");
        parts.push(content.operators);
        for (const [kind, refs] of Object.entries(resourcesOf(content))) {
          if (Object.keys(refs).length > 0) resources[kind] = { ...resources[kind], ...refs };
        }
      },
      end: () => pdf.addPage({ ...size, content: parts.join(""), resources }),
    };
  };
}

export interface Page {
  /** Draws an SVG. `base` maps its coordinates to points. */
  draw(svg: SvgContent, base: Matrix, inks?: Inks): void;
  /** Writes the page. */
  end(): void;
}

const SPACES = { 1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK" } as const;

function writeImage(pdf: PdfWriter, image: PdfImage): Ref {
  const size = `/Type/XObject/Subtype/Image/Width ${image.width}/Height ${image.height}/BitsPerComponent 8`;
  if ("jpeg" in image) {
    // Adobe's programs write inverted CMYK.
    const decode = image.components === 4 ? "/Decode[1 0 1 0 1 0 1 0]" : "";
    return pdf.addStream(`${size}/ColorSpace${SPACES[image.components]}${decode}/Filter/DCTDecode`, image.jpeg);
  }
  const { data } = image;
  const count = image.width * image.height;
  let [isGray, isOpaque] = [true, true];
  for (let at = 0; at < 4 * count; at += 4) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) isGray = false;
    if (data[at + 3] !== 255) isOpaque = false;
  }
  const channels = isGray ? 1 : 3;
  const colors = new Uint8Array(channels * count);
  const alphas = new Uint8Array(isOpaque ? 0 : count);
  for (let at = 0; at < count; at++) {
    for (let channel = 0; channel < channels; channel++)
      colors[channels * at + channel] = data[4 * at + channel] as number;
    if (!isOpaque) alphas[at] = data[4 * at + 3] as number;
  }
  const mask = isOpaque ? "" : `/SMask ${pdf.addStream(`${size}/ColorSpace/DeviceGray`, alphas)} 0 R`;
  return pdf.addStream(`${size}/ColorSpace${SPACES[channels]}${mask}`, colors);
}
