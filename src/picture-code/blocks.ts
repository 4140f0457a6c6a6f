import { countCodewords } from "../core/core.ts";
import type { EcLevel } from "../core/symbol.ts";
import { blockOf, messageModules } from "../scan/codewords.ts";
import { checkWordsOfBits } from "./check-words.ts";

/** A block of the message. Its bits are those of its data words, followed by those of its check words. */
export interface Block {
  /** Number of data words. */
  readonly words: number;
  /** The module that shows each bit, y * side + x. */
  readonly modules: Uint16Array;
  /** Index of its first data bit in the data of the symbol. */
  readonly start: number;
}

/** The message of all symbols of a version and level. */
export interface Message {
  readonly blocks: readonly Block[];
  /** Number of check words per block. Half of them, rounded down, is the number of wrong codewords that can be corrected. */
  readonly checkWords: number;
  /** Number of data words in all blocks. */
  readonly dataWords: number;
  /** Returns the check words of a block of `words` data words in which a single bit is set. */
  checksOf(words: number): Uint8Array;
}

/** Returns the layout of the message. ISO/IEC 18004:2015, 7.6 and 7.7.3. */
export function layOutMessage(version: number, ec: EcLevel): Message {
  const { dataWords, checkWords } = countCodewords(version, ec);
  const places = messageModules(version);
  const words = places.length >> 3;
  const count = (words - dataWords) / checkWords;
  const modules = Array.from({ length: count }, (): number[] => []);
  const lengths = new Array<number>(count).fill(0);
  for (let word = 0; word < words; word++) {
    const block = blockOf(word, count, dataWords);
    modules[block]?.push(...places.subarray(8 * word, 8 * word + 8));
    if (word < dataWords) lengths[block] = (lengths[block] as number) + 1;
  }
  let start = 0;
  const blocks = lengths.map((length, at): Block => {
    const block = { words: length, modules: Uint16Array.from(modules[at] as number[]), start };
    start += 8 * length;
    return block;
  });
  const known = new Map<number, Uint8Array>();
  const checksOf = (length: number) => {
    const checks = known.get(length) ?? checkWordsOfBits(length, checkWords);
    known.set(length, checks);
    return checks;
  };
  return { blocks, checkWords, dataWords, checksOf };
}
