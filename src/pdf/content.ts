import type { SvgAttributes, SvgContent, SvgNode } from "../svg.ts";
import { pdfNumber, withoutZeros } from "./document.ts";
import { runsOf, tracePath } from "./path.ts";

// Turns the nodes of an SVG into the operators of a PDF page. EPS files have the same operators: PostScript procedures with
// their names draw them. So a picture has one composition, and every shape, frame and caption is the same in all formats.

/** The six numbers of an affine map, as in SVG's matrix(). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Colours are written as RGB, except for greys, or all as CMYK. */
export type Inks = "rgb" | "cmyk";

/** A colour transition along the line, or between the circles, of `coords`, in the coordinates of `matrix`. */
export interface Shading {
  readonly kind: "axial" | "radial";
  readonly coords: readonly number[];
  /** The numbers of each colour, one to four, and where it is, from 0 to 1. */
  readonly stops: readonly { readonly at: number; readonly color: readonly number[] }[];
  readonly matrix: Matrix;
}

/** What the operators refer to. Names are unique within the content. */
export interface Content {
  readonly operators: string;
  /** Gradients by name, for colours. */
  readonly shadings: ReadonlyMap<string, Shading>;
  /** Values of `href` by name, for images that fill the unit square. */
  readonly images: ReadonlyMap<string, string>;
  /** Opacities, above 0 and below 1, by name. */
  readonly opacities: ReadonlyMap<string, number>;
}

interface Style {
  readonly fill: string;
  readonly stroke: string;
  readonly width: number;
  readonly cap: string;
  readonly join: string;
  readonly evenOdd: boolean;
  readonly opacity: number;
  readonly fillOpacity: number;
}

const INITIAL: Style = {
  fill: "#000",
  stroke: "none",
  width: 1,
  cap: "butt",
  join: "miter",
  evenOdd: false,
  opacity: 1,
  fillOpacity: 1,
};

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the operators that draw `svg` with the map `base` from its coordinates to points, of which an inch has 72, with
 *  the origin at the bottom left. `sizeOf` returns the size of an image in pixels. Names contain `series`, so that they
 *  differ from those of other contents on the page. Elements that isoqr does not write are left out. */
export function contentOf(
  svg: SvgContent,
  base: Matrix,
  inks: Inks = "rgb",
  sizeOf: (href: string) => { readonly width: number; readonly height: number } | undefined = () => undefined,
  series = "",
): Content {
  const shadings = new Map<string, Shading>();
  const images = new Map<string, string>();
  const opacities = new Map<string, number>();
  const defined = new Map<string, SvgNode>();
  const known = new Map<string, string>();
  const operators: string[] = [];

  function collect(nodes: readonly SvgNode[]): void {
    for (const one of nodes) {
      if (typeof one.attrs.id === "string") defined.set(one.attrs.id, one);
      if (one.children) collect(one.children);
    }
  }

  /** Returns the name of what `key` stands for. `create` stores it under a new name. */
  function named(prefix: string, key: string, create: (name: string) => void): string {
    const found = known.get(prefix + key);
    if (found !== undefined) return found;
    const name = `${prefix}${series}${known.size}`;
    known.set(prefix + key, name);
    create(name);
    return name;
  }

  /** Returns the operators that select a colour for filling or, in upper case, for stroking. */
  function paint(value: string, isStroke: boolean, matrix: Matrix): string {
    const id = /^url\(#([^)]+)\)/.exec(value)?.[1];
    const gradient = id === undefined ? undefined : defined.get(id);
    const written = (text: string) => (isStroke ? text.toUpperCase() : text);
    if (gradient) {
      const shading = shadingOf(gradient, matrix, inks);
      const name = named("P", JSON.stringify(shading), (one) => shadings.set(one, shading));
      return `/Pattern ${written("cs")} /${name} ${written("scn")} `;
    }
    const numbers = inksOf(colorIn(value), inks);
    const operator = numbers.length === 1 ? "g" : numbers.length === 3 ? "rg" : "k";
    return `${numbers.map((value) => pdfNumber(value)).join(" ")} ${written(operator)} `;
  }

  function see(share: number): string {
    if (share >= 1) return "";
    return `/${named("G", String(share), (name) => opacities.set(name, share))} gs `;
  }

  function drawShape(d: string, style: Style, matrix: Matrix, canMerge: boolean): void {
    const { fill, stroke, evenOdd, opacity, fillOpacity } = style;
    const hasFill = fill !== "none" && fillOpacity > 0 && opacity > 0;
    const hasStroke = stroke !== "none" && opacity > 0;
    if (!hasFill && !hasStroke) return;
    const runs = canMerge && evenOdd && !hasStroke ? runsOf(d) : undefined;
    const path = runs ? shortRuns(runs) : pathOperators(d, scaleOf(matrix));
    if (path === "") return;
    const parts = ["q ", see(opacity * (hasFill ? fillOpacity : 1))];
    if (hasFill) parts.push(paint(fill, false, matrix));
    if (hasStroke) {
      const caps = ["butt", "round", "square"].indexOf(style.cap);
      const joins = ["miter", "round", "bevel"].indexOf(style.join);
      parts.push(paint(stroke, true, matrix));
      // The limit of miters is SVG's.
      parts.push(`${pdfNumber(style.width)} w ${Math.max(0, caps)} J ${Math.max(0, joins)} j 4 M `);
    }
    const operator = hasFill && hasStroke ? "B" : hasStroke ? "S" : "f";
    // Runs do not overlap, so both rules are the same.
    const rule = operator !== "S" && evenOdd && !runs ? "*" : "";
    operators.push(parts.join(""), path, `${operator}${rule} Q\n`);
  }

  function drawImage(attrs: SvgAttributes): void {
    const href = String(attrs.href ?? "");
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(attrs[name] ?? 0)) as number[];
    if (!(width as number) || !(height as number)) return;
    const natural = sizeOf(href);
    if (!natural) return;
    const scale = Math.min((width as number) / natural.width, (height as number) / natural.height);
    const [wide, tall] = [natural.width * scale, natural.height * scale];
    const left = (x as number) + ((width as number) - wide) / 2;
    const bottom = (y as number) + ((height as number) + tall) / 2;
    const name = named("I", href, (one) => images.set(one, href));
    operators.push(`q ${matrixText([wide, 0, 0, -tall, left, bottom])} cm /${name} Do Q\n`);
  }

  /** Draws the marker of a path at each of its points. */
  function drawMarkers(attrs: SvgAttributes, style: Style, matrix: Matrix): void {
    const id = /^url\(#([^)]+)\)/.exec(String(attrs["marker-mid"] ?? ""))?.[1];
    const marker = id === undefined ? undefined : defined.get(id);
    if (!marker?.children) return;
    const from = operators.length;
    draw(marker.children, { ...INITIAL, opacity: style.opacity }, matrix);
    const mark = operators.splice(from).join("");
    const at = (x: number, y: number) => operators.push(`q 1 0 0 1 ${pdfNumber(x)} ${pdfNumber(y)} cm ${mark}Q\n`);
    tracePath(String(attrs.d ?? ""), { move: at, line: at, curve: (_1, _2, _3, _4, x, y) => at(x, y), close() {} });
  }

  function draw(nodes: readonly SvgNode[], inherited: Style, matrix: Matrix): void {
    for (const { tag, attrs, children } of nodes) {
      const shape = SHAPES[tag];
      if (!shape && tag !== "g" && tag !== "image") continue;
      const style = styleOf(attrs, inherited);
      const own = transformOf(String(attrs.transform ?? ""));
      const inner = own ? times(matrix, own) : matrix;
      const clip = clipOf(attrs, scaleOf(inner));
      if (own || clip) operators.push(`q ${own ? `${matrixText(own)} cm ` : ""}${clip}`);
      if (tag === "g") draw(children ?? [], style, inner);
      else if (tag === "image") drawImage(attrs);
      else if (attrs["marker-mid"] !== undefined) drawMarkers(attrs, style, inner);
      else if (shape) drawShape(shape(attrs), style, inner, tag === "path");
      if (own || clip) operators.push("Q\n");
    }
  }

  function clipOf(attrs: SvgAttributes, scale: number): string {
    const id = /^url\(#([^)]+)\)/.exec(String(attrs["clip-path"] ?? ""))?.[1];
    const [child] = (id === undefined ? undefined : defined.get(id)?.children) ?? [];
    const shape = child && SHAPES[child.tag];
    return child && shape ? `${pathOperators(shape(child.attrs), scale)}W n ` : "";
  }

  collect(svg.defs);
  collect(svg.body);
  operators.push(`q ${matrixText(base)} cm\n`);
  draw(svg.body, INITIAL, times(IDENTITY, base));
  operators.push("Q\n");
  return { operators: operators.join(""), shadings, images, opacities };
}

function styleOf(attrs: SvgAttributes, inherited: Style): Style {
  const text = (name: string, otherwise: string) => String(attrs[name] ?? otherwise);
  const share = (name: string) => Math.min(1, Math.max(0, Number(attrs[name] ?? 1))) || 0;
  const rule = attrs["fill-rule"];
  return {
    fill: text("fill", inherited.fill),
    stroke: text("stroke", inherited.stroke),
    width: Number(attrs["stroke-width"] ?? inherited.width),
    cap: text("stroke-linecap", inherited.cap),
    join: text("stroke-linejoin", inherited.join),
    evenOdd: rule === undefined ? inherited.evenOdd : rule === "evenodd",
    opacity: inherited.opacity * share("opacity"),
    fillOpacity: attrs["fill-opacity"] === undefined ? inherited.fillOpacity : share("fill-opacity"),
  };
}

/** Functions that return shapes as path data. */
const SHAPES: Readonly<Record<string, (attrs: SvgAttributes) => string>> = {
  path: ({ d }) => String(d ?? ""),
  rect(attrs) {
    const value = (name: string) => (attrs[name] === undefined ? undefined : Number(attrs[name]));
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => value(name) ?? 0) as [
      number,
      number,
      number,
      number,
    ];
    const [rx, ry] = [value("rx") ?? value("ry") ?? 0, value("ry") ?? value("rx") ?? 0];
    const [a, b] = [Math.min(rx, width / 2), Math.min(ry, height / 2)];
    if (a === 0 || b === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
    const corner = (dx: number, dy: number) => `a${a} ${b} 0 0 1 ${dx} ${dy}`;
    const [w, h] = [width - 2 * a, height - 2 * b];
    return `M${x + a} ${y}h${w}${corner(a, b)}v${h}${corner(-a, b)}h${-w}${corner(-a, -b)}v${-h}${corner(a, -b)}z`;
  },
  circle: ({ cx = 0, cy = 0, r = 0 }) => ellipse(Number(cx), Number(cy), Number(r), Number(r)),
  ellipse: ({ cx = 0, cy = 0, rx = 0, ry = 0 }) => ellipse(Number(cx), Number(cy), Number(rx), Number(ry)),
};

function ellipse(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`;
}

/** How exact the coordinates of paths are, in points: two thousandths of a millimetre. */
const EXACT = 0.005;

/** Returns the operators of a path. `scale` is the number of points per unit. */
function pathOperators(d: string, scale: number): string {
  const parts: string[] = [];
  const decimals = Math.min(5, Math.max(0, Math.ceil(Math.log10(scale / EXACT))));
  const list = (...numbers: number[]) => numbers.map((value) => pdfNumber(value, decimals)).join(" ");
  tracePath(d, {
    move: (x, y) => parts.push(`${list(x, y)} m `),
    line: (x, y) => parts.push(`${list(x, y)} l `),
    curve: (...points) => parts.push(`${list(...points)} c `),
    close: () => parts.push("h "),
  });
  return parts.join("");
}

/** Returns the operators for runs. If all their numbers are multiples of a number, they are divided by it, because modules
 *  are many units wide. */
function shortRuns(runs: readonly (readonly number[])[]): string {
  const unit = runs.reduce((common, run) => run.reduce(divisor, common), 0);
  const scale = unit > 1 ? `${unit} 0 0 ${unit} 0 0 cm ` : "";
  const by = unit > 1 ? unit : 1;
  return `${scale}${runs.map((run) => `${run.map((value) => pdfNumber(value / by)).join(" ")} re`).join(" ")} `;
}

/** Returns the greatest common divisor of two integers, and 1 if one is not an integer. */
function divisor(a: number, b: number): number {
  if (!Number.isInteger(a) || !Number.isInteger(b)) return 1;
  let [large, small] = [Math.abs(a), Math.abs(b)];
  while (small > 0) [large, small] = [small, large % small];
  return large;
}

function transformOf(text: string): Matrix | undefined {
  let matrix: Matrix | undefined;
  for (const [, name, list = ""] of text.matchAll(/([a-z]{1,9})\(([^()]{0,200})\)/g)) {
    const values = list.split(/[\s,]+/).map(Number);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
    const turn = (a * Math.PI) / 180;
    const one: Readonly<Record<string, Matrix>> = {
      matrix: [a, b, c, d, e, f],
      translate: [1, 0, 0, 1, a, b],
      scale: [a, 0, 0, values.length > 1 ? b : a, 0, 0],
      rotate: [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0],
    };
    const next = one[name ?? ""];
    if (next) matrix = matrix ? times(matrix, next) : next;
  }
  return matrix;
}

/** Returns by how much a map enlarges. */
const scaleOf = ([a, b, c, d]: Matrix) => Math.max(Math.hypot(a, b), Math.hypot(c, d));

/** Returns the map that applies `inner` first, and then `outer`. */
export function times([a, b, c, d, e, f]: Matrix, inner: Matrix): Matrix {
  const [p, q, r, s, t, u] = inner;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

/** Returns the numbers of a matrix with six significant digits or five decimals, whichever is more precise. */
export function matrixText(matrix: Matrix): string {
  return matrix.map((value) => (Math.abs(value) < 0.01 ? withoutZeros(value.toFixed(9)) : pdfNumber(value))).join(" ");
}

/** Returns the colour in `value` as 0xRRGGBB: #rgb or #rrggbb, also after a URL. Black for any other text. */
function colorIn(value: string): number {
  const [, digits = "000"] = /#([\da-f]{6}|[\da-f]{3})\s*$/i.exec(value) ?? [];
  return Number.parseInt(digits.length === 3 ? digits.replace(/./g, "$&$&") : digits, 16);
}

/** Returns the numbers of a colour: one for grey, of which printers print only black ink, three for RGB, or four for CMYK
 *  with as much black as possible. */
export function inksOf(color: number, inks: Inks): readonly number[] {
  const [red, green, blue] = [color >> 16, (color >> 8) & 255, color & 255].map((value) => value / 255) as [
    number,
    number,
    number,
  ];
  if (inks === "rgb") return red === green && green === blue ? [red] : [red, green, blue];
  const lightest = Math.max(red, green, blue);
  if (lightest === 0) return [0, 0, 0, 1];
  return [...[red, green, blue].map((value) => (lightest - value) / lightest), 1 - lightest];
}

function shadingOf({ tag, attrs, children = [] }: SvgNode, matrix: Matrix, inks: Inks): Shading {
  const value = (name: string) => Number(attrs[name] ?? 0);
  const colors = children.map(({ attrs: { offset = 0, "stop-color": color = "" } }) => ({
    at: Number(offset),
    color: colorIn(String(color)),
  }));
  // All colours of a gradient are in one colour space.
  const stops = colors.map(({ at, color }) => {
    const numbers = inksOf(color, inks);
    return { at, color: numbers.length === 1 ? [numbers[0], numbers[0], numbers[0]].map(Number) : numbers };
  });
  if (tag === "radialGradient") {
    const [x, y, r] = [value("cx"), value("cy"), value("r")];
    return { kind: "radial", coords: [x, y, 0, x, y, r], stops, matrix };
  }
  return { kind: "axial", coords: ["x1", "y1", "x2", "y2"].map(value), stops, matrix };
}

/** Returns the entries of a gradient's dictionary, which PDF and PostScript share. `functionOf` writes a function with the
 *  entries that are passed. */
export function shadingEntries({ kind, coords, stops }: Shading): string {
  const space = stops[0]?.color.length === 4 ? "/DeviceCMYK" : "/DeviceRGB";
  return (
    `/ShadingType ${kind === "axial" ? 2 : 3}/ColorSpace${space}/Coords[${coords.map((value) => pdfNumber(value)).join(" ")}]` +
    `/Extend[true true]/Function ${functionOf(stops)}`
  );
}

/** Returns a function from 0 to 1 to the colour there. ISO 32000-1, 7.10. */
function functionOf(stops: Shading["stops"]): string {
  const first = stops[0] as Shading["stops"][number];
  const last = stops.at(-1) as Shading["stops"][number];
  const all = [...(first.at > 0 ? [{ ...first, at: 0 }] : []), ...stops, ...(last.at < 1 ? [{ ...last, at: 1 }] : [])];
  const list = (numbers: readonly number[]) => `[${numbers.map((value) => pdfNumber(value)).join(" ")}]`;
  const pieces: { from: number; text: string }[] = [];
  for (let at = 0; at + 1 < all.length; at++) {
    const [start, end] = [all[at], all[at + 1]] as [Shading["stops"][number], Shading["stops"][number]];
    // Stops at the same place are a sharp edge, which the pieces beside it draw.
    if (end.at - start.at < 1e-5) continue;
    pieces.push({
      from: start.at,
      text: `<</FunctionType 2/Domain[0 1]/C0${list(start.color)}/C1${list(end.color)}/N 1>>`,
    });
  }
  if (pieces.length === 1) return pieces[0]?.text ?? "";
  const bounds = list(pieces.slice(1).map(({ from }) => from));
  const encode = pieces.map(() => "0 1").join(" ");
  const texts = pieces.map(({ text }) => text).join("");
  return `<</FunctionType 3/Domain[0 1]/Functions[${texts}]/Bounds${bounds}/Encode[${encode}]>>`;
}
