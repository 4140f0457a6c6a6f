/** Values of the characters of both RFC 4648 alphabets; 64 for all other characters. */
const VALUES = /* @__PURE__ */ (() => {
  const values = new Uint8Array(256).fill(64);
  for (const [i, character] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
    values[character.charCodeAt(0)] = i;
  }
  values["-".charCodeAt(0)] = 62;
  values["_".charCodeAt(0)] = 63;
  return values;
})();

/** Number of bytes that are encoded per call: a multiple of three, so that only the end is padded, and few enough to pass
 *  the bytes as arguments. */
const PIECE = 3 * 8192;

/** The functions with which a host encodes and decodes base64. */
interface Base64 {
  encode(bytes: Uint8Array): string;
  decode(text: string): Uint8Array<ArrayBuffer>;
}

let used: Base64 = {
  encode(bytes) {
    let text = "";
    for (let from = 0; from < bytes.length; from += PIECE) {
      text += btoa(String.fromCharCode(...bytes.subarray(from, from + PIECE)));
    }
    return text;
  },
  decode(text) {
    const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
    let length = 0;
    let bits = 0;
    let held = 0;
    for (let at = 0; at < text.length; at++) {
      const value = VALUES[text.charCodeAt(at)] ?? 64;
      if (value === 64) continue;
      bits = (bits << 6) | value;
      held += 6;
      if (held < 8) continue;
      held -= 8;
      bytes[length++] = (bits >> held) & 255;
    }
    return bytes.subarray(0, length);
  },
};

/** From now on, uses the functions of the host. In Node, Buffer is many times faster. */
export function useBase64(host: Partial<Base64>): void {
  used = { ...used, ...host };
}

export function encodeBase64(bytes: Uint8Array): string {
  return used.encode(bytes);
}

/** Decodes base64 in either alphabet, unlike atob. Ignores ASCII whitespace and padding. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return used.decode(text);
}
