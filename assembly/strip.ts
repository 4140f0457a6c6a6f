import { LINE, MAX_SIDE } from "./matrix";
import { allocate } from "./memory";
import { add, and, carry, count, ones, or, read, shiftFrom, spread, widen, without, write, xor, zero } from "./lanes";

/** Computes the penalties N1, N2 and N3 of one strip of columns, from the top row down. mask.ts describes the rules and
 *  the lanes. */

/** Lanes of the current strip, by line. MODULES: the modules. EDGES: modules at the end of three consecutive edges.
 *  LIGHTS: modules that are dark in this line or in one of the two before. Lines before the first are zero. */
const FRONT: usize = 16;
export const MODULES = allocate((MAX_SIDE + 2 * FRONT) * 16) + FRONT * 16;
const EDGES = allocate((MAX_SIDE + 2 * FRONT) * 16) + FRONT * 16;
const LIGHTS = allocate((MAX_SIDE + 2 * FRONT) * 16) + FRONT * 16;

/** Number of groups of four lines that can be counted before the byte counters overflow. A group adds at most 16. */
const GROUPS_A_CHUNK: i32 = 11;

/** Scores one strip of 1 + 4 * `groups` lines. With `blocks`, strips must be scored from the last to the first,
 *  because N2 reads the following strip. Without `blocks`, counts dark modules instead of scoring N2. */
@inline
export function scoreStrip<L>(lines: usize, slab: usize, groups: i32, blocks: bool, score: usize, dark: usize): void {
  const step = sizeof<L>();
  // No run, block or pattern ends in line 0.
  let line0 = xor<L>(spread<L>(lines), read<L>(slab, 0));
  let shifted0 = blocks ? shiftFrom<L>(line0, read<L>(MODULES, 0)) : zero<L>();
  if (blocks) write<L>(MODULES, line0, 0);
  write<L>(LIGHTS, line0, 0);
  // `d` holds edges: modules that differ from the line before. In the first line, every module counts as an edge.
  let d1 = ones<L>();
  let d2 = zero<L>();
  let o1 = ones<L>(); // d1 | d2
  let o2 = zero<L>();
  let o3 = zero<L>();
  let broken0 = ones<L>(); // no run of five ends here
  let light0 = line0; // dark in this line or the one before
  let x1 = zero<L>(); // finder-like patterns that ended one, two and three lines ago
  let x2 = zero<L>();
  let x3 = zero<L>();
  let brokenOnes = zero<L>();
  let brokenTwos = zero<L>();
  let thirdOnes = zero<L>();
  let thirdTwos = zero<L>();
  let sum = zero<L>();
  let thirdSum = zero<L>();
  if (!blocks) thirdOnes = line0;

  let at = step;
  lines += LINE;
  while (groups > 0) {
    let chunk = min(groups, GROUPS_A_CHUNK);
    groups -= chunk;
    let brokenCount = zero<L>();
    let thirdCount = zero<L>();
    let startCount = zero<L>();
    let patternCount = zero<L>();
    for (; chunk > 0; chunk--) {
      const a = xor<L>(spread<L>(lines), read<L>(slab + at, 0));
      const b = xor<L>(spread<L>(lines + LINE), read<L>(slab + at, step));
      const c = xor<L>(spread<L>(lines + 2 * LINE), read<L>(slab + at, 2 * step));
      const e = xor<L>(spread<L>(lines + 3 * LINE), read<L>(slab + at, 3 * step));
      const da = xor<L>(a, line0);
      const db = xor<L>(b, a);
      const dc = xor<L>(c, b);
      const de = xor<L>(e, c);
      const oa = or<L>(da, d1);
      const ob = or<L>(db, da);
      const oc = or<L>(dc, db);
      const oe = or<L>(de, dc);

      // N1: a run of at least five modules ends here if none of the last four lines has an edge.
      const na = or<L>(oa, o2);
      const nb = or<L>(ob, o1);
      const nc = or<L>(oc, oa);
      const ne = or<L>(oe, ob);
      // A run reaches a length of five at most once in five lines, so these bits do not overlap.
      const starts = or<L>(
        or<L>(without<L>(broken0, na), without<L>(na, nb)),
        or<L>(without<L>(nb, nc), without<L>(nc, ne)),
      );
      startCount = add<L>(startCount, count<L>(starts));
      broken0 = ne;
      const brokenAb = carry<L>(brokenOnes, na, nb);
      brokenOnes = xor<L>(brokenOnes, xor<L>(na, nb));
      const brokenCe = carry<L>(brokenOnes, nc, ne);
      brokenOnes = xor<L>(brokenOnes, xor<L>(nc, ne));
      brokenCount = add<L>(brokenCount, count<L>(carry<L>(brokenTwos, brokenAb, brokenCe)));
      brokenTwos = xor<L>(brokenTwos, xor<L>(brokenAb, brokenCe));

      // N2: modules that do not end a block. Without `blocks`: dark modules.
      let ta = a;
      let tb = b;
      let tc = c;
      let te = e;
      if (blocks) {
        const sa = shiftFrom<L>(a, read<L>(MODULES + at, 0));
        const sb = shiftFrom<L>(b, read<L>(MODULES + at, step));
        const sc = shiftFrom<L>(c, read<L>(MODULES + at, 2 * step));
        const se = shiftFrom<L>(e, read<L>(MODULES + at, 3 * step));
        ta = or<L>(da, or<L>(xor<L>(sa, shifted0), xor<L>(a, sa)));
        tb = or<L>(db, or<L>(xor<L>(sb, sa), xor<L>(b, sb)));
        tc = or<L>(dc, or<L>(xor<L>(sc, sb), xor<L>(c, sc)));
        te = or<L>(de, or<L>(xor<L>(se, sc), xor<L>(e, se)));
        shifted0 = se;
        write<L>(MODULES + at, a, 0);
        write<L>(MODULES + at, b, step);
        write<L>(MODULES + at, c, 2 * step);
        write<L>(MODULES + at, e, 3 * step);
      }
      const thirdAb = carry<L>(thirdOnes, ta, tb);
      thirdOnes = xor<L>(thirdOnes, xor<L>(ta, tb));
      const thirdCe = carry<L>(thirdOnes, tc, te);
      thirdOnes = xor<L>(thirdOnes, xor<L>(tc, te));
      thirdCount = add<L>(thirdCount, count<L>(carry<L>(thirdTwos, thirdAb, thirdCe)));
      thirdTwos = xor<L>(thirdTwos, xor<L>(thirdAb, thirdCe));

      // N3 with k = 1, light-dark-light-dark-dark-dark-light-dark-light: three edges, two lines without an edge, three
      // edges. The last line is light.
      const ea = and<L>(and<L>(da, d1), d2);
      const eb = and<L>(and<L>(db, da), d1);
      const ec = and<L>(and<L>(dc, db), da);
      const ee = and<L>(and<L>(de, dc), db);
      write<L>(EDGES + at, ea, 0);
      write<L>(EDGES + at, eb, step);
      write<L>(EDGES + at, ec, 2 * step);
      write<L>(EDGES + at, ee, 3 * step);
      const front = EDGES + at - 5 * step;
      const xa = without<L>(without<L>(and<L>(ea, read<L>(front, 0)), o3), a);
      const xb = without<L>(without<L>(and<L>(eb, read<L>(front, step)), o2), b);
      const xc = without<L>(without<L>(and<L>(ec, read<L>(front, 2 * step)), o1), c);
      const xe = without<L>(without<L>(and<L>(ee, read<L>(front, 3 * step)), oa), e);
      const la = or<L>(a, light0);
      const lightAb = or<L>(a, b);
      const lb = or<L>(lightAb, line0);
      const lc = or<L>(lightAb, c);
      const lightCe = or<L>(c, e);
      const le = or<L>(lightCe, b);
      write<L>(LIGHTS + at, la, 0);
      write<L>(LIGHTS + at, lb, step);
      write<L>(LIGHTS + at, lc, 2 * step);
      write<L>(LIGHTS + at, le, 3 * step);
      // Whether four light lines follow a pattern is known only three lines later. LIGHTS of twelve lines ago shows
      // whether four light lines precede it. Patterns do not overlap within four lines.
      const light = LIGHTS + at - 12 * step;
      const after = or<L>(
        or<L>(without<L>(x3, la), without<L>(x2, lb)),
        or<L>(without<L>(x1, lc), without<L>(xa, le)),
      );
      const before = or<L>(
        or<L>(without<L>(x3, read<L>(light, 0)), without<L>(x2, read<L>(light, step))),
        or<L>(without<L>(x1, read<L>(light, 2 * step)), without<L>(xa, read<L>(light, 3 * step))),
      );
      patternCount = add<L>(patternCount, add<L>(count<L>(after), count<L>(before)));

      x3 = xb;
      x2 = xc;
      x1 = xe;
      d1 = de;
      d2 = dc;
      o1 = oe;
      o2 = oc;
      o3 = ob;
      line0 = e;
      light0 = lightCe;
      at += 4 * step;
      lines += 4 * LINE;
    }
    sum = widen<L>(sum, brokenCount, -4);
    sum = widen<L>(sum, startCount, 2);
    sum = widen<L>(sum, patternCount, 40);
    thirdSum = widen<L>(thirdSum, thirdCount, 4);
  }

  // The light border after the last line can end patterns.
  const xa = without<L>(and<L>(and<L>(and<L>(line0, d1), d2), read<L>(EDGES + at - 5 * step, 0)), o3);
  const light = LIGHTS + at - 12 * step;
  const after = or<L>(or<L>(without<L>(x3, light0), without<L>(x2, line0)), or<L>(x1, xa));
  const before = or<L>(
    or<L>(without<L>(x3, read<L>(light, 0)), without<L>(x2, read<L>(light, step))),
    or<L>(without<L>(x1, read<L>(light, 2 * step)), without<L>(xa, read<L>(light, 3 * step))),
  );
  sum = widen<L>(sum, add<L>(count<L>(after), count<L>(before)), 40);
  sum = widen<L>(sum, count<L>(brokenOnes), -1);
  sum = widen<L>(sum, count<L>(brokenTwos), -2);
  thirdSum = widen<L>(thirdSum, count<L>(thirdOnes), 1);
  thirdSum = widen<L>(thirdSum, count<L>(thirdTwos), 2);
  addTo<L>(score, sum);
  addTo<L>(dark, thirdSum);
}

/** Adds the sums of a strip to the totals: eight signed 16-bit sums (vector), or one (word). */
@inline
function addTo<L>(total: usize, sum: L): void {
  if (isVector<L>()) {
    v128.store(total, i32x4.add(v128.load(total), i32x4.extend_low_i16x8_s(sum)));
    v128.store(total, i32x4.add(v128.load(total, 16), i32x4.extend_high_i16x8_s(sum)), 16);
  } else {
    store<u32>(total, load<u32>(total) + <u32>(sum as u64));
  }
}
