import { QrError } from "../errors.ts";

/** Names and values of a body. A batch of 50 items with every option has 2,500. */
const MOST_VALUES = 10_000;

/** Objects and lists inside each other. A batch needs 3, and messages of agents a few more. */
const DEEPEST = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Looks at the bytes of a JSON text as they arrive. */
export type CheckPart = (part: Uint8Array) => void;

/** Counts what a JSON text holds before it is parsed: parsing `[[[[` or millions of `{}` takes a hundred times as long as
 *  as many bytes of text. Whether it is JSON at all, the parser says. Takes a few nanoseconds a byte, and a fraction of one
 *  within strings.
 *  @throws {QrError} BODY_TOO_LARGE (400) past a bound. */
export function createJsonCheck(): CheckPart {
  let [depth, values] = [0, 0];
  let [inText, escaped, inScalar] = [false, false, false];

  const count = () => {
    if (++values > MOST_VALUES) throw refusal(`have at most ${MOST_VALUES.toLocaleString("en")} names and values`);
  };

  /** Where the string that goes on at `from` ends: after its quote, or with the part. */
  function endOfText(part: Uint8Array, from: number): number {
    const quote = part.indexOf(QUOTE, from);
    if (quote < 0) {
      escaped = endsEscaped(part, from, escaped);
      return part.length;
    }
    // Most strings have no escapes, and are over at once.
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
          if (++depth > DEEPEST) throw refusal(`be nested at most ${DEEPEST} levels deep`);
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

/** Whether the byte after `part`, of which the text from `from` on is in a string, follows a backslash that is not itself
 *  escaped. */
function endsEscaped(part: Uint8Array, from: number, escaped: boolean): boolean {
  let start = part.length;
  while (start > from && part[start - 1] === BACKSLASH) start--;
  const run = part.length - start;
  return (run + (escaped && start === from ? 1 : 0)) % 2 === 1;
}

function refusal(rule: string): QrError {
  return new QrError("BODY_TOO_LARGE", 400, `the body must ${rule}: leave out what is not an option`);
}
