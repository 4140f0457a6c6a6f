/** Whether `text` is a SegWit address whose check sum is right. BIP 173 (bech32) and BIP 350 (bech32m). */
export function isSegwitAddress(text: string): boolean {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return false;
  const found = /^(bc|tb)1([02-9ac-hj-np-z]{8,87})$/.exec(text.toLowerCase());
  if (!found) return false;
  const [, prefix = "", data = ""] = found;
  const letters = [...prefix].map((letter) => letter.charCodeAt(0));
  const values = [...data].map((letter) => ALPHABET.indexOf(letter));
  const sum = polymod([...letters.map((code) => code >> 5), 0, ...letters.map((code) => code & 31), ...values]);
  // Version 0 has the constant of bech32, all later ones that of bech32m.
  return sum === (values[0] === 0 ? 1 : 0x2bc830a3);
}

const ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    GENERATOR.forEach((word, bit) => {
      if ((top >> bit) & 1) sum ^= word;
    });
  }
  return sum;
}
