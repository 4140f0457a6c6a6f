import { QrError } from "../errors.ts";

export const TOO_MANY_VALUES = "the body must have at most {max} names and values: send only known options";
export const TOO_DEEP = "the body must be nested at most {max} levels deep: send only known options";

/** Maximum number of names and values in a body. A batch of 50 items with every option has fewer than 2,000. */
export const MAX_VALUES = 10_000;

/** Maximum nesting depth of objects and arrays. A batch needs three levels, and MCP messages need a few more. */
export const DEEPEST = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Returns a function that checks a JSON text against these limits before the text is parsed. Pass it the parts of the
 *  text in order. Parsing `[[[[` or millions of `{}` takes a hundred times as long as parsing a string of the same
 *  length. The check takes a few nanoseconds per byte, and less than one within strings. It leaves syntax errors to the
 *  parser.
 *  @throws {QrError} BODY_INVALID above a limit. */
export function createJsonCheck(): (part: Uint8Array) => void {
  let [depth, values] = [0, 0];
  let [inText, escaped, inScalar] = [false, false, false];

  const count = () => {
    if (++values > MAX_VALUES) throw tooManyValues();
  };

  /** Returns the position after the closing quote of the string that continues at `from`. If the part has no closing
   *  quote, returns the end of the part. */
  function endOfText(part: Uint8Array, from: number): number {
    const quote = part.indexOf(QUOTE, from);
    if (quote < 0) {
      escaped = endsEscaped(part, from, escaped);
      return part.length;
    }
    // Fast path: most strings have no escapes.
    if (!escaped && quote > from && part[quote - 1] !== BACKSLASH) {
      inText = false;
      return quote + 1;
    }
    for (let at = from; at < part.length; at++) {
      const byte = part[at];
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) {
        inText = false;
        return at + 1;
      }
    }
    return part.length;
  }

  return (part) => {
    for (let at = 0; at < part.length; ) {
      if (inText) {
        at = endOfText(part, at);
        continue;
      }
      const byte = part[at++] as number;
      switch (byte) {
        case QUOTE:
          inText = true;
          inScalar = false;
          count();
          break;
        case 0x5b: // [
        case 0x7b: // {
          inScalar = false;
          if (++depth > DEEPEST) throw tooDeep();
          count();
          break;
        case 0x5d: // ]
        case 0x7d: // }
          depth--;
          inScalar = false;
          break;
        case 0x2c: // ,
        case 0x3a: // :
        case 0x20:
        case 0x09:
        case 0x0a:
        case 0x0d:
          inScalar = false;
          break;
        default:
          if (!inScalar) count();
          inScalar = true;
      }
    }
  };
}

/** Returns whether the string that continues at `from` ends `part` with a backslash that escapes the next byte. */
function endsEscaped(part: Uint8Array, from: number, escaped: boolean): boolean {
  let start = part.length;
  while (start > from && part[start - 1] === BACKSLASH) start--;
  const run = part.length - start;
  return (run + (escaped && start === from ? 1 : 0)) % 2 === 1;
}

export function tooManyValues(): QrError {
  return new QrError("BODY_INVALID", { rule: TOO_MANY_VALUES, values: { max: { number: MAX_VALUES } } });
}

export function tooDeep(): QrError {
  return new QrError("BODY_INVALID", { rule: TOO_DEEP, values: { max: DEEPEST } });
}
