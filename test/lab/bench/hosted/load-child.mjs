import { text } from "node:stream/consumers";
import { createCaller } from "./caller.mjs";
import { statusesOf } from "./load.mjs";

/** Loads a server for stalls.mjs in a separate process, so that reading large responses does not delay what is measured.
 *  Reads `{ url, sockets, seconds, all }` from the standard input. Prints a line at the start, and the number of responses
 *  with each status at the end. The status is 0 if the server closed the connection: it does so if it rejects a body
 *  while the body is sent. */

const { url, sockets, seconds, all } = JSON.parse(await text(process.stdin));
const end = performance.now() + seconds * 1000;
const outcomes = [];
console.log("started");
await Promise.all(
  Array.from({ length: sockets }, async (_, first) => {
    const caller = createCaller(url);
    for (let at = first; performance.now() < end; at++) {
      outcomes.push(await caller.ask(all[at % all.length]).catch(() => ({ status: 0 })));
    }
    caller.close();
  }),
);
console.log(JSON.stringify(statusesOf(outcomes)));
process.exit();
