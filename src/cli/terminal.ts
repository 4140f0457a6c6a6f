import { EXIT, fileTrouble } from "./errors.ts";

/** Where a command reads and writes: the process, or what a test puts in its place. */
export interface Terminal {
  readonly input: AsyncIterable<Uint8Array>;
  /** Results. `columns` is there when somebody looks at them. */
  readonly output: Sink;
  /** What is to be said beside them. */
  readonly messages: Sink;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Calls `stop` at the first Ctrl-C or SIGTERM, until the function it gives is called; the second one ends the program at once. */
  onInterrupt(stop: () => void): () => void;
}

export interface Sink {
  /** Characters in a line of the terminal; undefined for files and pipes. */
  readonly columns: number | undefined;
  /** Resolves when more may be written. */
  write(text: string | Uint8Array): Promise<void>;
}

/** One line of results. */
export function print(terminal: Terminal, line: string): Promise<void> {
  return terminal.output.write(`${line}\n`);
}

/** One line beside them. */
export function say(terminal: Terminal, line: string): Promise<void> {
  return terminal.messages.write(`${line}\n`);
}

/** `text` for a terminal: what would command it, or turn its writing round, stands there as an escape. Line breaks and
 *  tabs stay. */
export function harmless(text: string): string {
  return text.replace(
    /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

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
