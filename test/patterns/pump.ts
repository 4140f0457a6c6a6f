import type { SourcePattern } from "./source-patterns.ts";

/** Long texts that nearly match a pattern, and whether it takes much longer for them than for others. */

/** Characters: with the square of them steps, a pattern takes a second. */
const LENGTH = 16 * 1024;

/** Milliseconds of processor time that linear patterns need a small part of. */
const MOST = 100;

/** Characters that every pattern is given, and the atoms of one that are looked at: few, for all patterns together take
 *  seconds. */
const ALWAYS = " \na0.";
const MOST_ATOMS = 10;

/** What ends the text, so that it does not match in the end. */
const END = "\0!";

/** The first text for which `pattern` takes too long, shortened; undefined when there is none. */
export function slowText(pattern: Pick<SourcePattern, "source" | "flags">): string | undefined {
  const every = new RegExp(pattern.source, pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`);
  // A sticky one is asked at one place at a time, as its callers do.
  const run = (text: string) => {
    if (pattern.flags.includes("y")) {
      every.lastIndex = 0;
      every.test(text);
    } else text.replace(every, "");
  };
  for (const piece of piecesOf(pattern)) {
    const text = piece.before + piece.again.repeat(Math.ceil(LENGTH / piece.again.length)) + END;
    if (timeOf(() => run(text)) <= MOST) continue;
    // Once more, for compiling and clearing up may have come in between.
    if (timeOf(() => run(text)) > MOST) return JSON.stringify(piece);
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

/** What to repeat, and behind what: the characters that the atoms of the pattern stand for, in the order in which they are
 *  written, by themselves, in pairs, and behind all that comes before. */
function piecesOf({ source, flags }: Pick<SourcePattern, "source" | "flags">): readonly Piece[] {
  const atoms = [...source.matchAll(ATOM)].flatMap(([, atom]) => (atom ? [characterOf(atom, flags)] : [])).join("");
  const pieces = new Map<string, Piece>();
  const add = (before: string, again: string) => again && pieces.set(`${before} ${again}`, { before, again });
  for (const character of new Set([...ALWAYS, ...atoms])) add("", character);
  for (let at = 1; at < Math.min(atoms.length, MOST_ATOMS); at++) {
    add("", atoms.slice(at - 1, at + 1));
    add("", atoms.slice(0, at + 1));
    add(atoms.slice(0, at), atoms[at] as string);
  }
  return [...pieces.values()];
}

/** An atom: an escape, a class, a sign of its own. What groups, repeats and asserts is passed over. */
const ATOM =
  /\(\?(?:<?[=!]|:|<\w+>)|[()|^$*+?]|\{\d+,?\d*\}|(\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S])/gu;

/** A character that the atom matches; none for what is no character, such as a word's edge. */
function characterOf(atom: string, flags: string): string {
  if (/^\\[bB\dk]$/.test(atom) && atom !== "\\d") return "";
  const pattern = new RegExp(`^(?:${atom})$`, flags.replace(/[^iusv]/g, ""));
  return CANDIDATES.find((candidate) => pattern.test(candidate)) ?? "";
}

/** Printable characters, those of white space, and a few of the scripts that patterns name. */
const CANDIDATES = [
  ..."a0 A;=,.:/-_+!\"#$%&'()*<>?@[\\]^`{|}~",
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."\u00e9\u0301\u0430\u03b1\u05d0\u0627\u0905\u0e01\u0e81\u1780\u1000\u4e2d\u3042\u30a2\uac00\u200c\u200d\u2010\ufe0f\u20e3\u3000\u30fc\ufeff\u2028",
  "\u{1f600}",
  "\u{1f1e6}",
  "\u{1f3fb}",
  "\u{e0061}",
];
