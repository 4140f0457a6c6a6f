import { deflateSync } from "node:zlib";
import { PNG } from "pngjs";
import { ours } from "../ours.mjs";
import { createPool } from "../texts.mjs";

/** Compares the size of our PNGs with that of PNGs compressed by zlib at level 9. Both have the same pixels and chunks.
 *  The PNGs of zlib use no filters. */

const data = createPool("text2900").texts[0];

/** For each size, measures the ratio of the total bytes over all versions, the ratio over versions 1 to 4, and the
 *  ratio for the worst version. */
export async function measureDeflate() {
  return [256, 1024].map((size) => {
    const versions = Array.from({ length: 40 }, (_, index) => compare(index + 1, size));
    const small = versions.slice(0, 4);
    return {
      id: `deflate ${size}`,
      label: `PNG ${size} size against zlib level 9, versions 1 to 40`,
      unit: "ratio",
      results: [
        { name: "all versions", best: ratio(versions), median: ratio(versions) },
        { name: "versions 1 to 4", best: ratio(small), median: ratio(small) },
        { name: "worst version", best: worst(versions), median: worst(versions) },
      ],
    };
  });
}

function compare(version, size) {
  // About as many characters as the version holds at level M, so that the symbol has little padding.
  const text = data.slice(0, Math.max(10, Math.floor((data.length * version * version) / 2100)));
  const file = ours.png(size)(text.slice(0, 2300), "M");
  return { ours: file.length, zlib: zlibSize(PNG.sync.read(Buffer.from(file))) };
}

function ratio(list) {
  const sum = (key) => list.reduce((total, entry) => total + entry[key], 0);
  return sum("ours") / sum("zlib");
}

function worst(list) {
  return Math.max(...list.map((entry) => entry.ours / entry.zlib));
}

/** Returns the size in bytes of a PNG compressed by zlib: signature 8, IHDR 25, PLTE 12 + 6, IDAT 12 plus the data,
 *  IEND 12. */
function zlibSize({ width, height, data: pixels }) {
  const rowBytes = Math.ceil(width / 8);
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (pixels[(y * width + x) * 4] === 0) rows[y * (rowBytes + 1) + 1 + (x >> 3)] |= 128 >> (x & 7);
    }
  }
  return 8 + 25 + 18 + 12 + deflateSync(rows, { level: 9 }).length + 12;
}
