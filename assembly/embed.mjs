// Embeds the compiled cores in TypeScript modules, so that nothing is fetched at run time.
//
// A core is packed as printable ASCII: frequent byte values take one character, all others take two. Bytes stay
// aligned, so a packed core compresses almost as well as the binary: with Brotli, the encoder takes 4.6 kB as a binary,
// 4.7 kB packed, 5.1 kB as hex and 6.2 kB as base64. No character needs an escape in a string, in HTML, or in a file of
// any encoding.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/** The code of the first character of the alphabet, which is in descending order. Of the orders that were tried, this one
 *  produces the smallest cores for pages with Brotli: 1% smaller than ascending order. */
const START = 91;

const folder = "src/core/generated";
mkdirSync(folder, { recursive: true });
// The two cores for pages share one alphabet, so that compressors find their common byte sequences.
const names = ["encoder", "image", "complete"];
const [encoder, image, complete] = names.map((name) => readFileSync(`build/core-${name}.wasm`));
const forPages = alphabetOf(Buffer.concat([encoder, image]));
const texts = [packed(encoder, forPages), packed(image, forPages), packed(complete, alphabetOf(complete))];
for (const [index, name] of names.entries()) {
  const text = texts[index];
  const note = "// Generated from assembly/ by `npm run build:core`.\n";
  writeFileSync(`${folder}/${name}.ts`, `${note}export const ${nameOf(name)}: string =\n  "${text}";\n`);
}

/** Returns the name of a packed core, such as packedEncoder. */
function nameOf(core) {
  return `packed${core[0].toUpperCase()}${core.slice(1)}`;
}

/** Returns the characters that encode each byte value, and the header that src/core/unpack.ts describes. The most frequent
 *  values in `bytes` get a single character. */
function alphabetOf(bytes) {
  const alphabet = Array.from({ length: 93 }, (_, i) => String.fromCharCode(34 + ((START - 34 + 93 - i) % 93))).filter(
    (character) => !"\"'`\\$<".includes(character),
  );
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte]++;
  const values = Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a]);
  const isFrequent = new Set(values.slice(0, alphabet.length));
  const codes = new Map();
  let [frequent, rare] = [0, 0];
  for (let value = 0; value < 256; value++) {
    if (isFrequent.has(value)) codes.set(value, alphabet[frequent++]);
    else codes.set(value, " !"[Math.floor(rare / alphabet.length)] + alphabet[rare++ % alphabet.length]);
  }
  const bits = Array.from({ length: 256 }, (_, value) => (isFrequent.has(value) ? 1 : 0)).join("");
  return { codes, header: bits.replace(/.{4}/g, (four) => Number.parseInt(four, 2).toString(16)) };
}

/** Returns `bytes` in the format that src/core/unpack.ts describes. */
function packed(bytes, { codes, header }) {
  return header + Array.from(bytes, (byte) => codes.get(byte)).join("");
}
