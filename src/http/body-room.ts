import { QrError } from "../errors.ts";
import { createGate, type Place } from "./gate.ts";

/** Bytes that all bodies may take together, from their arrival until the response: eight of the largest batches. */
const ROOM = 128 * 1024 * 1024;

/** Bytes of a body that are not counted, so that those who send little are served while large bodies fill the room. */
const FREE = 16 * 1024;

const enter = createGate(
  ROOM,
  () => new QrError("BUSY", 503, "too many large bodies are being processed: try again in a second"),
);

/** Enters the next body, with a size of 0. `resize` sets its length in bytes, and throws BUSY (503) if there is no room. */
export function enterBody(): Place {
  const place = enter(0);
  return { ...place, resize: (length) => place.resize(Math.max(0, length - FREE)) };
}
