/** Strings to encode. Each row of the benchmark has a pool of strings, so that consecutive calls never encode the same
 *  one. */

const POOL = 2048;

/** Returns a function that returns pseudo-random integers from 0 to `below` - 1. They depend only on `seed` (mulberry32).
 *  */
function createRandom(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const lower = "abcdefghijklmnopqrstuvwxyz";
const capitals = lower.toUpperCase();
const digits = "0123456789";
const prose = `${lower}${lower}     ,.`;

function createWriter(seed) {
  const random = createRandom(seed);
  return (alphabet, length) => Array.from({ length }, () => alphabet[random(alphabet.length)]).join("");
}

/** Returns a string of `length` characters: a fixed start, then random characters from the alphabet. */
function filled(write, beginning, alphabet, length) {
  return beginning + write(alphabet, length - beginning.length);
}

function vcard(write) {
  const name = write(lower, 8);
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${write(lower, 9)};${name}`,
    `FN:${name} ${write(lower, 9)}`,
    `ORG:${write(prose, 24)}`,
    `TITLE:${write(lower, 12)}`,
    `TEL;TYPE=CELL:+49${write(digits, 10)}`,
    `EMAIL:${name}@${write(lower, 7)}.example`,
    `URL:https://${write(lower, 9)}.example/${write(lower, 6)}`,
    `ADR:;;${write(lower, 10)} ${write(digits, 2)};${write(lower, 8)};;${write(digits, 5)};Germany`,
  ];
  const card = `${lines.join("\r\n")}\r\nNOTE:`;
  return `${filled(write, card, prose, 300 - "\r\nEND:VCARD".length)}\r\nEND:VCARD`;
}

/** Typical short strings that need different versions. */
const shortTexts = [
  (write) => `https://${write(lower, 7)}.example`,
  (write) => `https://shop.example/p/${write(lower, 12)}?id=${write(digits, 7)}`,
  (write) => `WIFI:T:WPA;S:${write(lower, 9)};P:${write(lower + digits, 16)};;`,
  (write) => `tel:+49${write(digits, 10)}`,
  (write) => write(digits, 13),
  (write) => `${write(capitals, 3)}-${write(digits, 5)}-${write(capitals, 6)}`,
  (write) => `mailto:${write(lower, 8)}@mail.example?subject=${write(lower, 14)}`,
  (write) => `geo:${write("123456789", 2)}.${write(digits, 6)},${write("123456789", 1)}.${write(digits, 6)}`,
  (write) => write(prose, 90),
];

/** For each kind, the error correction level and the functions that generate a cycle of strings. */
const kinds = {
  url25: { ec: "M", cycle: [(write) => filled(write, "https://ab.example/", lower, 25)] },
  url60: { ec: "M", cycle: [(write) => filled(write, "https://www.ab.example/path/", lower, 60)] },
  vcard: { ec: "M", cycle: [vcard] },
  text800: { ec: "M", cycle: [(write) => write(prose, 800)] },
  text2900: { ec: "L", cycle: [(write) => write(prose, 2900)] },
  short: { ec: "M", cycle: shortTexts },
  mix: { ec: "M", cycle: [...shortTexts, vcard] },
  full10: { ec: "M", cycle: [(write) => write(lower, 213)] },
  full40: { ec: "M", cycle: [(write) => write(lower, 2331)] },
};

/** Creates a pool of strings of one kind: `{ ec, texts, cycle }`. Every `cycle` consecutive strings include one from
 *  each generator. */
export function createPool(kind) {
  const { ec, cycle } = kinds[kind];
  const write = createWriter(kind.length * 7919 + cycle.length);
  const size = Math.ceil(POOL / cycle.length) * cycle.length;
  // V8 stores joined strings as ropes until they are first read. This conversion flattens them outside of the timed
  // code.
  const flat = (text) => Buffer.from(text, "latin1").toString("latin1");
  const texts = Array.from({ length: size }, (_, index) => flat(cycle[index % cycle.length](write)));
  return { ec, texts, cycle: cycle.length };
}
