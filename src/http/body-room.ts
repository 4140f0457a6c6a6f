import { QrError } from "../errors.ts";
import { createGate, type Place } from "./gate.ts";

/** Bytes that all bodies may take together, from their arrival until they are answered: eight of the largest batches. */
const ROOM = 128 * 1024 * 1024;

/** Bytes of a body that are not counted, so that those who send little are served while large bodies fill the room. */
const FREE = 16 * 1024;

const enter = createGate(
  ROOM,
  () => new QrError("BUSY", 503, "too many large bodies are being worked on at the moment: try again in a second"),
);

/** Room for the next body, nothing at first. `resize` takes its length in bytes, and throws BUSY (503) past the room. */
export function enterBody(): Place {
  const place = enter(0);
  return { ...place, resize: (length) => place.resize(Math.max(0, length - FREE)) };
}
