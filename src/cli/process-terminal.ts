import { EXIT, fileTrouble } from "./faults.ts";
import type { Sink, Terminal } from "./terminal.ts";

/** The terminal of this process. A reader that goes away, as `head` does, ends the program without a word, with the code that
 *  shells give to those whom SIGPIPE ends. */
export function processTerminal(): Terminal {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.unread);
    console.error(`isoqr: the output cannot be written: ${fileTrouble(error)}`);
    process.exit(EXIT.failed);
  });
  // Nobody is left who could be told.
  process.stderr.on("error", () => process.exit(EXIT.unread));
  return {
    input: process.stdin,
    output: sink(process.stdout),
    messages: sink(process.stderr),
    environment: process.env,
    onInterrupt(stop) {
      process.once("SIGINT", stop).once("SIGTERM", stop);
      return () => void process.off("SIGINT", stop).off("SIGTERM", stop);
    },
  };
}

function sink(stream: NodeJS.WriteStream): Sink {
  return {
    get columns() {
      return stream.isTTY ? stream.columns || 80 : undefined;
    },
    write: (text) =>
      new Promise((resolve) => {
        if (stream.write(text)) resolve();
        else stream.once("drain", resolve);
      }),
  };
}
