import type { QrError } from "../errors.ts";

/** Lets somebody in and gives the way out, which may be taken more than once and counts once. @throws what `full` makes
 *  when as many as there may be are in. */
export type Enter = () => () => void;

/** A door for at most `most` at a time. */
export function createGate(most: number, full: () => QrError): Enter {
  let inside = 0;
  return () => {
    if (inside >= most) throw full();
    inside += 1;
    let left = false;
    return () => {
      if (!left) inside -= 1;
      left = true;
    };
  };
}
