// Rules for logos. Each rule is a constant, so that a bundle contains only those that it uses.

export const logoBytes = "{field} must be at most {max} MB: use a smaller image";
export const logoSides = "{field} must be at most {max} x {max2} px, not {width} x {height}: scale it down";
export const logoPixels = "{field} must be at most {max} megapixels, not {width} x {height} px: scale it down";
export const logoUnknownFormat = "{field} cannot be read as an image: use a PNG, JPEG, WebP or SVG file";
export const logoNotDrawn = "{field} cannot be drawn: export it again or use a smaller image";
export const logoDamaged = "{field} is a damaged {kind} file: export it again";
export const logoInvisible = "{field} is damaged or fully transparent: use another file";
export const svgCmyk = "{field} is an SVG with a CMYK JPEG: save the JPEG as RGB";
export const jpegProcess = "{field} must be a baseline or progressive JPEG: save it as a baseline JPEG or a PNG";
export const jpegUnsupported = "{field} is a JPEG with {text}: {advice}";
export const saveBaselineJpeg = "save it as a baseline JPEG";
export const saveEightBits = "save it with 8 bits";
export const svgUnsupported = "{field} is an SVG {text}";
export const svgWithoutSize = "{field} is an SVG without a size: add {attributes} to its svg element";
export const svgMalformed = "{field} is an SVG that is not well-formed XML: export it again";
export const svgNeedsFonts = "{field} is an SVG with text, which needs fonts: convert the text to paths";
export const svgTextFeature =
  "{field} is an SVG whose text uses {text}, which is not supported: convert the text to paths";
export const svgTextLength = "{field} is an SVG with more than {max} characters of text: convert the text to paths";
export const svgReferences = "{field} is an SVG that references other files: embed them in the SVG";
export const svgRoot = "{field} is not an SVG file: its root element must be svg";
export const svgElements =
  "{field} must be an SVG with at most {max} elements, nested at most {levels} levels deep: simplify it";
export const logoTime = "{field} takes too long to {text}: use a simpler image";
export const logoUrlLength = "{field} must be a URL of at most {max} characters";
export const logoUrlPassword = "{field} must not contain a user name or password: remove them and the @";
export const logoUrlPort = "{field} must use the default port of http or https, or a port from {min} to {max}";
export const logoLost = "{field} is a file that is not stored in this browser: choose it again";
export const logoFetchLimited = "{field} could not be fetched {text}";
export const logoFetchFailed = "{field} could not be fetched: {text}";
export const logoCompressed = "{field} was sent compressed: use a URL that returns the image uncompressed";
export const logoFetchUnsupported = "logos cannot be fetched here: send the logo as {option}";
export const logosUnsupported = "logos are not supported here: remove the logo, or use a server that supports them";
export const imagesBusy = "too many images are being processed: try again in a few seconds";
export const logoHost =
  "{field} must be on a server with a public host name: use another URL, or send the image as {option}";
export const logoMemory = "{field} cannot be drawn: the browser is out of memory";
export const logoWorkerBlocked = "{field} cannot be drawn, because this browser blocks the page's service worker";
export const logoInLink = "{field} must be at most {max} KB in a link: use a smaller logo, or the URL of a logo";
export const logoFetchesBusy = "too many logos are being fetched: try again in a second";
