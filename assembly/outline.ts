import { LINE, MAX_SIDE, ROWS, side } from "./matrix";
import { allocate } from "./memory";
import { putNumber } from "./ascii";

/** Draws the outline of all dark modules as one SVG path for the even-odd fill rule. A unit is one module. Each edge
 *  between a dark and a light module is drawn once and belongs to a closed loop. Loops continue straight where edges
 *  cross, so they turn only at the corners of shapes. The last side of each loop is omitted, because filling closes
 *  it. */

/** Edges between modules, as rows of bits. In row y, bit x of ACROSS is the edge between the modules (x, y - 1) and
 *  (x, y), and bit x of DOWN is the edge between the modules (x - 1, y) and (x, y). The row before the first is zero. */
const ACROSS = allocate((MAX_SIDE + 8) * LINE) + LINE;
const DOWN = allocate((MAX_SIDE + 8) * LINE) + LINE;
/** Edges in ACROSS that no loop has used yet. */
const UNUSED = allocate((MAX_SIDE + 8) * LINE) + LINE;

/** The path. Has space for one corner and one start of a loop at each of the 178 x 178 grid points. */
const TEXT = allocate(178 * 178 * 8);
let text: usize = 0;

@inline
function has(edges: usize, x: i32, y: i32): bool {
  return ((<u32>load<u8>(edges + y * LINE + (x >> 3)) >> (x & 7)) & 1) != 0;
}

@inline
function use(x: i32, y: i32): void {
  const byte = UNUSED + y * LINE + (x >> 3);
  store<u8>(byte, <u32>load<u8>(byte) & ~(1 << (x & 7)));
}

function findEdges(): void {
  for (let word: usize = 0; word < LINE; word += 8) {
    let above: u64 = 0;
    for (let y = 0; y <= side; y++) {
      const at = y * LINE + word;
      const row = y < side ? load<u64>(ROWS + at) : 0;
      const left = word && y < side ? load<u64>(ROWS + at - 8) >> 63 : 0;
      store<u64>(ACROSS + at, row ^ above);
      store<u64>(UNUSED + at, row ^ above);
      store<u64>(DOWN + at, row ^ ((row << 1) | left));
      above = row;
    }
  }
}

@inline
function digits(value: i32): i32 {
  return value < 10 ? 1 : value < 100 ? 2 : 3;
}

/** Writes a horizontal or vertical side: as a relative command with the letter `lower`, or as an absolute command
 *  with the same letter in upper case, whichever is shorter. */
@inline
function putSide(lower: u32, from: i32, to: i32): void {
  const far = to - from;
  if (far < 0 && digits(to) <= digits(-far)) {
    store<u8>(text, lower - 32);
    text = putNumber(text + 1, to);
  } else {
    store<u8>(text++, lower);
    if (far < 0) store<u8>(text++, 0x2d);
    text = putNumber(text, abs(far));
  }
}

let lastX: i32 = 0;
let lastY: i32 = 0;

/** Writes the start of a loop: relative to the last corner or absolute, whichever is shorter. */
function putStart(x: i32, y: i32): void {
  const farX = x - lastX;
  const farY = y - lastY;
  const relative = digits(abs(farX)) + digits(abs(farY)) + (farX < 0 ? 1 : 0) + 1;
  if (text != TEXT && relative < digits(x) + digits(y) + 1) {
    store<u8>(text++, 0x6d);
    if (farX < 0) store<u8>(text++, 0x2d);
    text = putNumber(text, abs(farX));
    store<u8>(text++, farY < 0 ? 0x2d : 0x20);
    text = putNumber(text, abs(farY));
  } else {
    store<u8>(text++, 0x4d);
    text = putNumber(text, x);
    store<u8>(text++, 0x20);
    text = putNumber(text, y);
  }
}

/** Writes the loop that begins at grid point (startX, startY) with the edge to its right. */
function traceLoop(startX: i32, startY: i32, margin: i32): void {
  let x = startX;
  let y = startY;
  let right = true;
  putStart(x + margin, y + margin);
  while (true) {
    const fromX = x;
    if (right) {
      do use(x++, y);
      while (has(ACROSS, x, y));
    } else {
      do use(--x, y);
      while (x && has(ACROSS, x - 1, y));
    }
    putSide(0x68, fromX + margin, x + margin);
    const fromY = y;
    if (has(DOWN, x, y)) {
      do y++;
      while (has(DOWN, x, y));
    } else {
      do y--;
      while (has(DOWN, x, y - 1));
    }
    if (x == startX && y == startY) {
      lastX = x + margin;
      lastY = fromY + margin;
      return;
    }
    putSide(0x76, fromY + margin, y + margin);
    right = has(ACROSS, x, y);
  }
}

/** Writes the path with the symbol's top left corner at (margin, margin). Returns its length in bytes. */
export function writeOutline(margin: i32): i32 {
  text = TEXT;
  findEdges();
  for (let y = 0; y <= side; y++) {
    for (let word: usize = 0; word < LINE; word += 8) {
      const at = UNUSED + y * LINE + word;
      while (load<u64>(at)) traceLoop(<i32>(word * 8) + <i32>ctz(load<u64>(at)), y, margin);
    }
  }
  return <i32>(text - TEXT);
}

export function outlineText(): usize {
  return TEXT;
}
