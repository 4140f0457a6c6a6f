import { QrError } from "../errors.ts";

/** Bytes that large bodies may take together while they arrive: eight of the largest batches. */
const ROOM = 128 * 1024 * 1024;

/** Bytes of a body that are not counted, so that those who send little are served while large bodies fill the room. */
const FREE = 16 * 1024;

let taken = 0;

/** The room that one body takes. */
export interface BodyRoom {
  /** Makes room for a body of `length` bytes so far. @throws {QrError} BUSY where there is no more. */
  grow(length: number): void;
  /** Gives back all of it. */
  release(): void;
}

/** Room for the next body, nothing at first. */
export function enterBody(): BodyRoom {
  let own = 0;
  const resize = (length: number) => {
    taken += length - own;
    own = length;
  };
  return {
    grow(length) {
      const wanted = Math.max(0, length - FREE);
      if (taken - own + wanted > ROOM) {
        throw new QrError("BUSY", 503, "too many large bodies are arriving at the moment: try again in a second");
      }
      resize(wanted);
    },
    release: () => resize(0),
  };
}
