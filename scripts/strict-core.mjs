// Turns the JavaScript that binaryen's wasm2js generates from the core into a module. Each instance of the core has its
// own state.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { minifySync, parseSync, Visitor } from "vite";

const folder = "src/core/generated";

/** Returns `source` with `before` replaced by `now`. Throws unless `before` occurs exactly once. */
function replaced(source, before, now) {
  if (source.split(before).length !== 2)
    throw new Error("The output of wasm2js has a different format: adapt scripts/strict-core.mjs");
  return source.replace(before, now);
}

/** Replacements for the functions with which wasm2js emulates the 64-bit instructions popcnt and ctz. The original
 *  functions are slow, because they count bits one by one. Like them, the replacements return the lower 32 bits of the
 *  result and store the upper 32 bits in a variable. */
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

/** Returns `source` with memory accesses that work at unaligned addresses. WebAssembly allows such accesses, and the
 *  core relies on them. wasm2js uses typed arrays, which round an address down to a multiple of the word size. Also
 *  replaces some functions with faster ones. */
function adapted(source) {
  const edits = [];
  /** If `node` accesses a word in memory, returns the type of the word and the node of its byte address. */
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
  if (known.size > 0)
    throw new Error(`The output of wasm2js has no ${[...known].join(", ")}: adapt scripts/strict-core.mjs`);
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
if (exported === undefined)
  throw new Error("The output of wasm2js has a different format: adapt scripts/strict-core.mjs");
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
