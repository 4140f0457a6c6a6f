import type { SourcePattern } from "./source-patterns.ts";

/** Tests whether a pattern is slow on long strings that nearly match it. */

/** Characters per string. A pattern with quadratic time needs a second for a string of this length. */
const LENGTH = 16 * 1024;

/** Maximum processor time per string in milliseconds. Linear patterns need a fraction of it. */
const MAX_TIME = 100;

/** The characters that are tried for every pattern, and the maximum number of atoms that are tried per pattern. Both
 *  numbers are low, because testing all patterns takes seconds. */
const ALWAYS = " \na0.";
const MAX_ATOMS = 10;

/** The end of every string, which prevents a match. */
const END = "\0!";

/** Returns an abbreviation of the first string for which `pattern` takes too long, or undefined if there is none. */
export function slowText(pattern: Pick<SourcePattern, "source" | "flags">): string | undefined {
  const every = new RegExp(pattern.source, pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`);
  // Test sticky patterns at a single position, because the project also tries them at one position per call.
  const run = (text: string) => {
    if (pattern.flags.includes("y")) {
      every.lastIndex = 0;
      every.test(text);
    } else text.replace(every, "");
  };
  for (const piece of piecesOf(pattern)) {
    const text = piece.before + piece.again.repeat(Math.ceil(LENGTH / piece.again.length)) + END;
    if (timeOf(() => run(text)) <= MAX_TIME) continue;
    // Measure again, because the first time may have included compilation or garbage collection.
    if (timeOf(() => run(text)) > MAX_TIME) return JSON.stringify(piece);
  }
  return undefined;
}

function timeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

interface Piece {
  readonly before: string;
  readonly again: string;
}

/** Returns the strings to repeat, each with a prefix that may be empty. Each atom of the pattern is represented by a
 *  character that it matches. Strings without a prefix are single characters, pairs of neighbours, and the first n
 *  characters. In addition, each character is repeated after all characters before it. */
function piecesOf({ source, flags }: Pick<SourcePattern, "source" | "flags">): readonly Piece[] {
  const atoms = [...source.matchAll(ATOM)].flatMap(([, atom]) => (atom ? [characterOf(atom, flags)] : [])).join("");
  const pieces = new Map<string, Piece>();
  const add = (before: string, again: string) => again && pieces.set(`${before} ${again}`, { before, again });
  for (const character of new Set([...ALWAYS, ...atoms])) add("", character);
  for (let at = 1; at < Math.min(atoms.length, MAX_ATOMS); at++) {
    add("", atoms.slice(at - 1, at + 1));
    add("", atoms.slice(0, at + 1));
    add(atoms.slice(0, at), atoms[at] as string);
  }
  return [...pieces.values()];
}

/** An atom: an escape, a class or a character. Group syntax, quantifiers and assertions match without a capture. */
const ATOM =
  /\(\?(?:<?[=!]|:|<\w+>)|[()|^$*+?]|\{\d+,?\d*\}|(\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S])/gu;

/** Returns a character that the atom matches, or "" if the atom matches none, such as a word boundary. */
function characterOf(atom: string, flags: string): string {
  if (/^\\[bB\dk]$/.test(atom) && atom !== "\\d") return "";
  const pattern = new RegExp(`^(?:${atom})$`, flags.replace(/[^iusv]/g, ""));
  return CANDIDATES.find((candidate) => pattern.test(candidate)) ?? "";
}

/** Printable characters, whitespace, and a few characters from the scripts that patterns match. */
const CANDIDATES = [
  ..."a0 A;=,.:/-_+!\"#$%&'()*<>?@[\\]^`{|}~",
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."\u00e9\u0301\u0430\u03b1\u05d0\u0627\u0905\u0e01\u0e81\u1780\u1000\u4e2d\u3042\u30a2\uac00\u200c\u200d\u2010\ufe0f\u20e3\u3000\u30fc\ufeff\u2028",
  "\u{1f600}",
  "\u{1f1e6}",
  "\u{1f3fb}",
  "\u{e0061}",
];
