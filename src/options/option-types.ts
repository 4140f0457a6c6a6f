/** All options, with the comments that editors show. `npm run readme` writes them from the option table. */
export interface OptionTypes {
  /** Text to encode, such as a URL, a message, WiFi credentials or a contact card. Required unless dataBase64 is
   *  given. */
  readonly data?: string | undefined;
  /** Bytes to encode, as base64, instead of data. Bytes that are UTF-8 are encoded like the same text in data. */
  readonly dataBase64?: string | undefined;
  /** PNG image, SVG document, PDF page, EPS file, JSON matrix of modules, or text for terminals. Default "png". */
  readonly format?: "png" | "svg" | "pdf" | "eps" | "json" | "txt" | undefined;
  /** Width in pixels, and height unless a frame adds to it. For SVG, the size of the view box. 32 to 16384, over
   *  HTTP to 2048; default 256. */
  readonly size?: number | undefined;
  /** Width of a module in pixels, instead of size. 1 to 100. */
  readonly moduleSize?: number | undefined;
  /** Printed width of the picture, such as 40mm, 4cm, 1.5in or 113pt, instead of size. For PNG, the number of
   *  pixels follows from dpi. */
  readonly width?: string | undefined;
  /** Dots per inch of a PNG, which its file states. Defaults to 300 with width. 72 to 2400. */
  readonly dpi?: number | undefined;
  /** Colour of the dark modules. Default "000000". */
  readonly color?: string | undefined;
  /** Colour of the background, or transparent. Default "ffffff". */
  readonly bg?: string | undefined;
  /** Error correction level: L 7%, M 15%, Q 25%, H 30%. Defaults to H with a logo. Default "M". */
  readonly ec?: "L" | "M" | "Q" | "H" | undefined;
  /** Width of the quiet zone, in modules. 0 to 40, over HTTP to 10; default 4. */
  readonly margin?: number | undefined;
  /** Public URL of a logo image. At most 2 MB. PNG and baseline JPEG: up to 40 megapixels. Progressive JPEG: up to
   *  20 megapixels, or 15 in CMYK. WebP: up to 4096 x 4096 px. SVG: up to 3000 shapes, and 1000 characters of text. */
  readonly logo?: string | undefined;
  /** Logo image as a base64 data URI or plain base64, with the limits of logo; wins over logo. */
  readonly logoData?: string | undefined;
  /** Type of a logo sent as plain base64. Default "image/png". */
  readonly logoMime?: "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml" | undefined;
  /** Width of a square logo as a fraction of the symbol's width. Other logos have the same area. 0.1 to 0.4;
   *  default 0.25. */
  readonly logoSize?: number | undefined;
  /** Padding around the logo, in pixels. 0 to 20; default 0. */
  readonly logoMargin?: number | undefined;
  /** Shape of the logo and of the area that is kept clear for it. Default "square". */
  readonly logoShape?: "square" | "rounded" | "circle" | undefined;
  /** Position of the logo. Default "center". */
  readonly logoPosition?: "center" | "bottom-right" | undefined;
  /** How an SVG contains its logo. With png, always as pixels, for programs that show no SVG inside an SVG and no
   *  WebP. Default "auto". */
  readonly logoFormat?: "auto" | "png" | undefined;
  /** Ready-made design. Other options override its values. */
  readonly preset?:
    | "ocean"
    | "forest"
    | "sunset"
    | "berry"
    | "midnight"
    | "coral"
    | "lavender"
    | "slate"
    | "gold"
    | "mint"
    | "plum"
    | "paper"
    | "ink"
    | "swiss"
    | "terminal"
    | "neon"
    | "espresso"
    | "kraft"
    | "cinema"
    | "airmail"
    | "holly"
    | "confetti"
    | "valentine"
    | "honey"
    | undefined;
  /** Saved design: a JSON object of options. Other options override its values. */
  readonly design?: string | undefined;
  /** Shape of the modules. Default "square". */
  readonly dotStyle?:
    | "square"
    | "rounded"
    | "dots"
    | "classy"
    | "classy-rounded"
    | "extra-rounded"
    | "small-square"
    | "diamond"
    | "star"
    | "vertical-line"
    | "horizontal-line"
    | "pebble"
    | "fluid"
    | "squircle"
    | "leaf"
    | "drop"
    | "hexagon"
    | "heart"
    | "flower"
    | "plus"
    | undefined;
  /** Module size as a fraction of the available space. For styles whose modules do not join, and for lines. Other
   *  styles ignore it. 0.5 to 1. */
  readonly dotSize?: number | undefined;
  /** Shape of the rings of the three corner squares. By default, only the inner edge matches dotStyle. Fewer
   *  scanners read rings with round or cut corners. */
  readonly eyeStyle?:
    | "square"
    | "rounded"
    | "extra-rounded"
    | "circle"
    | "leaf"
    | "drop"
    | "fan"
    | "shield"
    | "arch"
    | "octagon"
    | "dotted"
    | "tiles"
    | undefined;
  /** Shape of the centres of the corner squares. By default, it matches eyeStyle or, without it, dotStyle. */
  readonly pupilStyle?:
    | "square"
    | "rounded"
    | "extra-rounded"
    | "circle"
    | "squircle"
    | "leaf"
    | "drop"
    | "fan"
    | "shield"
    | "arch"
    | "octagon"
    | "plus"
    | "star"
    | undefined;
  /** Shape of the alignment patterns, the small squares in larger codes. With auto, it matches eyeStyle, if that is
   *  set. Default "auto". */
  readonly alignmentStyle?: "auto" | "square" | undefined;
  /** Colour of the rings of the three corner squares. Defaults to color. */
  readonly eyeColor?: string | undefined;
  /** Colour of the centres of the three corner squares. Defaults to eyeColor. */
  readonly pupilColor?: string | undefined;
  /** Gradient of the dark modules, instead of color. The value none removes the gradient of a design or a preset. */
  readonly gradient?: string | Gradient | undefined;
  /** Gradient of the three corner squares, instead of eyeColor. The value none removes the gradient of a design. */
  readonly eyeGradient?: string | Gradient | undefined;
  /** Gradient of the background, instead of bg. The value none removes the gradient of a design or a preset. */
  readonly bgGradient?: string | Gradient | undefined;
  /** Shape around the code, with a transparent margin. Many frames make the picture higher. Default "none". */
  readonly frame?:
    | "none"
    | "plain"
    | "rounded"
    | "ticket"
    | "banner-top"
    | "banner-bottom"
    | "bubble"
    | "tag"
    | "phone"
    | "polaroid"
    | "ribbon"
    | "circle"
    | "bag"
    | "cup"
    | "envelope"
    | "badge"
    | "corners"
    | undefined;
  /** Text in the frame, in any script. Without frame, it implies frame=banner-bottom. With frame=none, it is
   *  ignored. At most 60 characters. */
  readonly caption?: string | undefined;
  /** Typeface of the caption. Characters that it does not have are in sans. Default "sans". */
  readonly captionFont?: "sans" | "serif" | "rounded" | undefined;
  /** Icon beside the caption. Default "none". */
  readonly captionIcon?:
    | "none"
    | "scan"
    | "wifi"
    | "link"
    | "phone"
    | "mail"
    | "chat"
    | "person"
    | "location"
    | "calendar"
    | "cart"
    | "menu"
    | "cup"
    | "ticket"
    | "heart"
    | "star"
    | "gift"
    | "download"
    | "play"
    | "info"
    | undefined;
  /** Colour of the frame. Defaults to color. */
  readonly frameColor?: string | undefined;
  /** Colour of the caption. Defaults to bg if it is readable on the frame, otherwise to black or white. In
   *  polaroid, defaults to frameColor or color. */
  readonly captionColor?: string | undefined;
  /** Minimum version (symbol size). 1 to 40; default 1. */
  readonly version?: number | undefined;
  /** Maximum version. A text that needs a larger one is rejected. 1 to 40. */
  readonly maxVersion?: number | undefined;
  /** Mask pattern. By default, isoqr chooses it by the standard's rule. 0 to 7. */
  readonly mask?: number | undefined;
  /** Raise ec as far as possible without a larger version. Default false. */
  readonly boost?: boolean | undefined;
  /** With scan, ec is raised as far as version 3 allows, so that more scanners read codes of short texts. Default
   *  "none". */
  readonly optimize?: "none" | "scan" | undefined;
  /** Declare the text as UTF-8 with an ECI header. Default false. */
  readonly eci?: boolean | undefined;
  /** Accessible name of an SVG image. At most 200 characters; default "QR code". */
  readonly title?: string | undefined;
  /** Colours of a PNG. auto: the smallest file, with a palette. rgba and gray: 8 bits per channel without a
   *  palette, for programs that read no palettes. Default "auto". */
  readonly pngColor?: "auto" | "rgba" | "gray" | undefined;
}

/** The styles that need no design. */
export type DotStyle = "square" | "rounded" | "dots" | "classy" | "classy-rounded" | "extra-rounded";

/** A gradient as an object, instead of its text. */
export type Gradient = LinearGradient | RadialGradient;

/** A gradient across the code. */
export interface LinearGradient {
  readonly type: "linear";
  /** Direction in degrees, clockwise from the top: 0 points up, and 90 to the right. An integer from 0 to 359. */
  readonly angle: number;
  /** 2 to 5 colours. */
  readonly stops: readonly (string | GradientStop)[];
}

/** A gradient from the centre to the corners. */
export interface RadialGradient {
  readonly type: "radial";
  /** 2 to 5 colours. */
  readonly stops: readonly (string | GradientStop)[];
}

export interface GradientStop {
  readonly color: string;
  /** Position in percent, an integer from 0 to 100 that is not lower than that of the stop before. Without positions, the
   *  stops are evenly spaced. */
  readonly position?: number | undefined;
}

/** Some of the options, of which each may be missing. */
export type OptionsOf<Names extends keyof OptionTypes> = Pick<OptionTypes, Names>;

/** The same without objects, as in requests. */
export type TextOptionsOf<Names extends keyof OptionTypes> = {
  readonly [Name in keyof OptionsOf<Names>]: Exclude<OptionTypes[Name], object>;
};
