// Makes a module of what binaryen's wasm2js wrote: the core as JavaScript, with a state of its own for each that is created.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { minifySync, parseSync, Visitor } from "vite";

const folder = "src/core/generated";

/** `source` with `now` in place of `before`. */
function replaced(source, before, now) {
  if (source.split(before).length !== 2)
    throw new Error(`wasm2js writes in another way than scripts/strict-core.mjs knows`);
  return source.replace(before, now);
}

/** Functions for instructions that JavaScript lacks, in place of those of wasm2js: these count bits one by one. The upper
 *  half of a result of 64 bits is left in a variable. */
const faster = {
  __wasm_popcnt_i64: `function __wasm_popcnt_i64(low, high) {
    i64toi32_i32$HIGH_BITS = 0;
    low = low - (low >>> 1 & 0x55555555) | 0;
    high = high - (high >>> 1 & 0x55555555) | 0;
    low = (low & 0x33333333) + (low >>> 2 & 0x33333333) | 0;
    high = (high & 0x33333333) + (high >>> 2 & 0x33333333) | 0;
    low = (low + (low >>> 4) & 0x0f0f0f0f) + (high + (high >>> 4) & 0x0f0f0f0f) | 0;
    return Math_imul(low, 0x01010101) >>> 24;
  }`,
  __wasm_ctz_i64: `function __wasm_ctz_i64(low, high) {
    i64toi32_i32$HIGH_BITS = 0;
    if (low) return 31 - Math_clz32(low & -low);
    return high ? 63 - Math_clz32(high & -high) : 64;
  }`,
};

/** `source` with words of memory read and written at any address, as WebAssembly does and the core relies on. Through
 *  typed arrays, as wasm2js has them, an address that is no multiple of the word's size would be rounded down. Some functions are
 *  replaced by faster ones. */
function adapted(source) {
  const edits = [];
  /** The type of the words and the node of their address in bytes, if `node` is an access to words. */
  const access = (node) => {
    const [, type] = /^HEAP(U?(?:16|32))$/.exec(node.object?.name) ?? [];
    return (
      type &&
      node.property.operator === ">>" && {
        type: type.replace(/^(?!U)/, "Int").replace("U", "Uint"),
        at: node.property.left,
      }
    );
  };
  const written = new Set();
  const known = new Set(Object.keys(faster));
  new Visitor({
    FunctionDeclaration({ start, end, id }) {
      if (known.delete(id.name)) edits.push([start, end, faster[id.name]]);
    },
    AssignmentExpression({ start, end, left, right }) {
      const word = access(left);
      if (!word) return;
      written.add(left);
      edits.push(
        [start, word.at.start, `words.set${word.type}((`],
        [word.at.end, right.start, "), ("],
        [right.end, end, "), true)"],
      );
    },
    MemberExpression(node) {
      const word = access(node);
      if (!word || written.has(node)) return;
      edits.push([node.start, word.at.start, `words.get${word.type}((`], [word.at.end, node.end, "), true)"]);
    },
  }).visit(parseSync("core.js", source).program);
  if (known.size > 0) throw new Error(`wasm2js has no ${[...known].join(", ")}: adapt scripts/strict-core.mjs`);
  let [text, from] = ["", 0];
  for (const [start, end, now] of edits.sort(([a], [b]) => a - b)) {
    text += source.slice(from, start) + now;
    from = end;
  }
  text += source.slice(from);
  text = replaced(text, " HEAPU32 = new Uint32Array(buffer);", "$& var words = new DataView(buffer);");
  return replaced(text, "HEAPU32 = new Uint32Array(newBuffer);", "$& words = new DataView(newBuffer);");
}

const [program, exported] = readFileSync("build/core-strict.js", "utf8").split("var retasmFunc = asmFunc({\n});\n");
if (exported === undefined) throw new Error("wasm2js writes its modules in another way: adapt scripts/strict-core.mjs");
const { code, errors } = minifySync(
  "javascript.js",
  `export function createExports() {${adapted(program)}\nreturn asmFunc({});\n}`,
);
if (errors.length > 0) throw new Error(errors[0].message);
const note = "// Generated from assembly/ by `npm run build:core`.\n";
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/javascript.js`, `${note}${code}\n`);
writeFileSync(
  `${folder}/javascript.d.ts`,
  `${note}import type { CoreExports } from "../abi.ts";\n\nexport function createExports(): CoreExports;\n`,
);
