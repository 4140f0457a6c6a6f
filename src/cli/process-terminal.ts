import type { Sink, Terminal } from "./terminal.ts";

/** The terminal of this process. A reader that goes away, as `head` does, ends the program without a word. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      throw error;
    });
  }
  return {
    input: process.stdin,
    output: sink(process.stdout),
    messages: sink(process.stderr),
    environment: process.env,
    onInterrupt(stop) {
      process.once("SIGINT", stop);
      return () => process.off("SIGINT", stop);
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
