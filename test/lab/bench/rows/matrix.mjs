import QRCode from "qrcode";
import { readMatrix } from "../meaning.mjs";
import { ours } from "../ours.mjs";
import { peers } from "../peers.mjs";
import { race } from "../race.mjs";
import { createPool } from "../texts.mjs";

/** Compares the time from text to a matrix. */

const kinds = {
  url25: "25 characters, M",
  url60: "60 characters, M",
  vcard: "vCard of 300 bytes, M",
  text800: "800 bytes, M",
  text2900: "2900 bytes, version 40-L",
  short: "nine short strings in turn, M",
};

export async function measureMatrix(pace) {
  const rows = [];
  for (const [kind, label] of Object.entries(kinds)) {
    const pool = createPool(kind);
    await checkMeaning(pool);
    const contestants = [ours, ...peers].map(({ name, matrix, isMatrixAsync }) => ({
      name,
      run: matrix,
      isAsync: isMatrixAsync,
    }));
    rows.push({
      id: `matrix ${kind}`,
      label: `matrix: ${label}`,
      unit: "us",
      results: await race(contestants, pool, pace),
    });
  }
  return rows;
}

async function checkMeaning(pool) {
  for (const text of pool.texts.slice(0, pool.cycle)) {
    for (const { name, matrix, at } of [ours, ...peers]) {
      const read = await readMatrix(at(await matrix(text, pool.ec)));
      if (read !== text) throw new Error(`${name} drew "${read}" instead of "${text}"`);
    }
    checkModules(text, pool.ec);
  }
}

/** Checks that the qrcode package draws the same modules with our version and mask. Skips strings that need several
 *  modes. */
function checkModules(text, ec) {
  if (!/^([0-9]+|[a-z ,./:]+)$/.test(text)) return;
  const symbol = ours.matrix(text, ec);
  const pinned = { errorCorrectionLevel: ec, version: symbol.version, maskPattern: symbol.mask };
  const theirs = Uint8Array.from(QRCode.create(text, pinned).modules.data, Number);
  if (Buffer.compare(symbol.modules, theirs) !== 0) throw new Error(`modules differ from npm qrcode's: ${text}`);
}
