import { nextTask } from "../next-task.ts";

/** Polls without progress after which the owner of a turn counts as gone: some hosts stop all work for a client that
 *  disconnects. */
const SILENT_POLLS = 50;

let owner: symbol | undefined;
let steps = 0;

/** A turn at parsing a large body. */
export interface ParseTurn {
  /** Lets other work run before the next step. */
  pause(): Promise<void>;
  end(): void;
}

/** Resolves when no other large body is being parsed. Several at once would take several times the memory, and their steps
 *  would leave no pauses for other work. */
export async function takeParseTurn(): Promise<ParseTurn> {
  for (let seen = steps, polls = 0; owner !== undefined && polls < SILENT_POLLS; polls++) {
    await nextTask();
    if (seen !== steps) [seen, polls] = [steps, 0];
  }
  const mine = Symbol();
  owner = mine;
  return {
    async pause() {
      steps++;
      await nextTask();
    },
    end() {
      if (owner === mine) owner = undefined;
    },
  };
}
