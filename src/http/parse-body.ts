import { QrError } from "../errors.ts";
import { type ParseTurn, takeParseTurn } from "./parse-turns.ts";

/** Bytes that are decoded and parsed in one step: a millisecond or two. */
const AT_ONCE = 256 * 1024;

/** Decodes a JSON body and passes its text to `read`. A large body, which takes up to 150 ms, is processed in steps with a
 *  pause after each. */
export function parseBody<Words>(bytes: Uint8Array, read: (text: string) => Words): Words | Promise<Words> {
  return bytes.length <= AT_ONCE ? read(decodeSmall(bytes)) : parseLarge(bytes, read);
}

async function parseLarge<Words>(bytes: Uint8Array, read: (text: string) => Words): Promise<Words> {
  const turn = await takeParseTurn();
  try {
    const text = await decodeLarge(bytes, turn);
    await turn.pause();
    const words = read(text);
    await turn.pause();
    return words;
  } finally {
    turn.end();
  }
}

// Decoders drop the byte order mark that some editors put before JSON.

function decodeSmall(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

async function decodeLarge(bytes: Uint8Array, turn: ParseTurn): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parts: string[] = [];
  try {
    for (let at = 0; at < bytes.length; at += 4 * AT_ONCE) {
      parts.push(decoder.decode(bytes.subarray(at, at + 4 * AT_ONCE), { stream: true }));
      await turn.pause();
    }
    parts.push(decoder.decode());
  } catch {
    throw notUtf8();
  }
  // join() makes one flat string; with +=, the parser would have to flatten it first.
  return parts.join("");
}

function notUtf8(): QrError {
  return new QrError("BODY_INVALID", 400, "the body is not valid UTF-8: send the JSON as UTF-8");
}
