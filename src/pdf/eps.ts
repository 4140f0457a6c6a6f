import { zlibSync } from "fflate";
import type { SvgDocument } from "../svg.ts";
import { contentOf, type Inks, matrixText, type Shading, shadingEntries } from "./content.ts";
import { pdfNumber } from "./document.ts";
import { mapTo, type PdfImage } from "./page.ts";

// Encapsulated PostScript files of language level 3 (PLRM 3, and Adobe's Technical Note 5002). Their content is that of a PDF
// page, whose operators are procedures here.

/** Procedures with the names of PDF operators. F and X set the colours for filling and for stroking. PostScript has no
 *  transparency, so opacities are ignored. */
const PROCEDURES = `/isoqr 48 dict def isoqr begin
/b{bind def}bind def
/q{gsave}b/Q{grestore}b
/cm{6 array astore concat}b
/m{moveto}b/l{lineto}b/c{curveto}b/h{closepath}b
/re{4 2 roll moveto 1 index 0 rlineto 0 exch rlineto neg 0 rlineto closepath}b
/w{setlinewidth}b/J{setlinecap}b/j{setlinejoin}b/M{setmiterlimit}b
/g{[exch/setgray cvx]cvx/F exch def}b
/G{[exch/setgray cvx]cvx/X exch def}b
/rg{[4 1 roll/setrgbcolor cvx]cvx/F exch def}b
/RG{[4 1 roll/setrgbcolor cvx]cvx/X exch def}b
/k{[5 1 roll/setcmykcolor cvx]cvx/F exch def}b
/K{[5 1 roll/setcmykcolor cvx]cvx/X exch def}b
/cs{pop}b/CS{pop}b/gs{pop}b
/pattern{load exec gsave page setmatrix makepattern grestore}b
/scn{pattern[exch/setpattern cvx]cvx/F exch def}b
/SCN{pattern[exch/setpattern cvx]cvx/X exch def}b
/f{F fill}b/f*{F eofill}b/S{X stroke}b
/B{gsave F fill grestore X stroke}b/B*{gsave F eofill grestore X stroke}b
/W{clip}b/n{newpath}b
/Do{load exec}b
/page matrix currentmatrix def
`;

/** Returns an EPS file that shows `svg` at this size in points, of which an inch has 72. A transparent background shows what
 *  is under the file. */
export function epsOf(
  svg: SvgDocument,
  { width, height }: { readonly width: number; readonly height: number },
  {
    inks,
    imageOf = () => undefined,
  }: {
    readonly inks?: Inks | undefined;
    readonly imageOf?: ((href: string) => PdfImage | undefined) | undefined;
  } = {},
): string {
  const content = contentOf(svg, mapTo({ left: 0, bottom: 0, width, height }, svg), inks, imageOf);
  const images = [...content.images].flatMap(([name, href]) => {
    const image = imageOf(href);
    return image ? [imageText(name, image)] : [];
  });
  return [
    "%!PS-Adobe-3.0 EPSF-3.0\n",
    `%%BoundingBox: 0 0 ${Math.ceil(width)} ${Math.ceil(height)}\n`,
    `%%HiResBoundingBox: 0 0 ${pdfNumber(width)} ${pdfNumber(height)}\n`,
    `%%Title: ${commentText(svg.title)}\n%%Creator: isoqr\n%%LanguageLevel: 3\n%%Pages: 1\n`,
    "%%DocumentData: Clean7Bit\n%%EndComments\n%%BeginProlog\n",
    PROCEDURES,
    "end\n%%EndProlog\n%%Page: 1 1\nsave isoqr begin/page matrix currentmatrix def\n",
    ...[...content.shadings].map(([name, shading]) => patternText(name, shading)),
    ...images,
    ...wrapped(content.operators),
    "end restore\n%%Trailer\n%%EOF\n",
  ].join("");
}

/** Returns the procedure that leaves a pattern's dictionary and matrix on the stack. */
function patternText(name: string, shading: Shading): string {
  return `/${name}{<</PatternType 2/Shading<<${shadingEntries(shading)}>>>>[${matrixText(shading.matrix)}]}def\n`;
}

/** Returns the operators in lines of at most 255 characters, as the conventions demand. */
function wrapped(operators: string): string[] {
  return operators.split("\n").map((line) => `${line.replace(/(.{1,200})(?: |$)/g, "$1\n")}`);
}

/** Returns a title for a comment: printable ASCII, in parentheses. Other characters become question marks, because comments
 *  have no encoding. */
function commentText(title: string): string {
  const plain = [...title].map((character) => (/[ -~]/.test(character) ? character : "?")).join("");
  return `(${plain.slice(0, 120).replace(/[()\\]/g, "\\$&")})`;
}

const SPACES = { 1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK" } as const;

/** Returns the data of an image and the procedure that draws it in the unit square. The mask of translucent pixels is sharp,
 *  and their colours are those over white. */
function imageText(name: string, image: PdfImage): string {
  const { width, height } = image;
  const matrix = `/Width ${width}/Height ${height}/ImageMatrix[${width} 0 0 -${height} 0 ${height}]/ImageType 1`;
  if ("jpeg" in image) {
    const { components, jpeg } = image;
    // Adobe's programs write inverted CMYK.
    const decode = components === 4 ? "1 0 1 0 1 0 1 0" : Array.from({ length: components }, () => "0 1").join(" ");
    const draw = `<<${matrix}/BitsPerComponent 8/Decode[${decode}]/DataSource ${name}C>>image`;
    return (
      dataText(`${name}C`, jpeg, "/DCTDecode filter ") +
      `/${name}{${name}C 0 setfileposition ${SPACES[components]} setcolorspace ${draw}}def\n`
    );
  }
  const count = width * height;
  const colors = new Uint8Array(3 * count);
  const row = (width + 7) >> 3;
  const mask = new Uint8Array(row * height);
  let isOpaque = true;
  for (let at = 0; at < count; at++) {
    const alpha = image.data[4 * at + 3] as number;
    for (let channel = 0; channel < 3; channel++) {
      const value = image.data[4 * at + channel] as number;
      colors[3 * at + channel] = Math.round((value * alpha + 255 * (255 - alpha)) / 255);
    }
    if (alpha === 255) continue;
    isOpaque = false;
    // A set bit hides the pixel.
    const byte = row * Math.floor(at / width) + ((at % width) >> 3);
    if (alpha < 128) mask[byte] = (mask[byte] as number) | (128 >> ((at % width) & 7));
  }
  const pixels = `<<${matrix}/BitsPerComponent 8/Decode[0 1 0 1 0 1]/DataSource ${name}C>>`;
  const flate = "/FlateDecode filter ";
  const shown = `${name}C 0 setfileposition /DeviceRGB setcolorspace `;
  const data = dataText(`${name}C`, zlibSync(colors, { level: 9 }), flate);
  if (isOpaque) return `${data}/${name}{${shown}${pixels}image}def\n`;
  const hidden = `<<${matrix}/BitsPerComponent 1/Decode[0 1]/DataSource ${name}M>>`;
  return (
    data +
    dataText(`${name}M`, zlibSync(mask, { level: 9 }), flate) +
    `/${name}{${name}M 0 setfileposition ${shown}\n` +
    `<</ImageType 3/InterleaveType 3/DataDict ${pixels}/MaskDict ${hidden}>>image}def\n`
  );
}

/** Returns the text that defines `name` as a stream of `bytes`, which can be read more than once. */
function dataText(name: string, bytes: Uint8Array, filter: string): string {
  const source = `currentfile/ASCII85Decode filter ${filter}/ReusableStreamDecode filter`;
  return `${source}\n${ascii85(bytes)}~>\n/${name} exch def\n`;
}

/** Returns bytes in ASCII base 85, in lines. PLRM 3, 3.13.3. */
function ascii85(bytes: Uint8Array): string {
  const lines: string[] = [];
  let line = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const left = Math.min(4, bytes.length - at);
    let value = 0;
    for (let index = 0; index < 4; index++) value = value * 256 + (bytes[at + index] ?? 0);
    if (value === 0 && left === 4) line += "z";
    else {
      let digits = "";
      for (let index = 0; index < 5; index++) {
        digits = String.fromCharCode(33 + (value % 85)) + digits;
        value = Math.floor(value / 85);
      }
      line += digits.slice(0, left + 1);
    }
    if (line.length >= 75) {
      lines.push(line);
      line = "";
    }
  }
  // A percent sign at the start of a line would be a comment to programs that only scan for those.
  return [...lines, line].map((one) => (one.startsWith("%") ? ` ${one}` : one)).join("\n");
}
