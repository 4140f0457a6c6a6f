import { fstatSync } from "node:fs";
import { EXIT, fileErrorReason } from "./errors.ts";

/** The streams and environment of a command: those of the process, or of a test. */
export interface Terminal {
  readonly input: AsyncIterable<Uint8Array>;
  /** Whether the input is a pipe of a shell, or a file. Another program that starts this one may leave an input open
   *  forever. */
  readonly isPiped: boolean;
  /** Receives results; usually standard output. */
  readonly output: Sink;
  /** Receives messages about the command; usually standard error. */
  readonly messages: Sink;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Calls `stop` at the first Ctrl-C or SIGTERM. The second one ends the program. Returns a function that stops
   *  listening. */
  onInterrupt(stop: () => void): () => void;
}

export interface Sink {
  /** Width of the terminal in characters; undefined for files and pipes. */
  readonly columns: number | undefined;
  /** Resolves when the stream is ready for more output. */
  write(text: string | Uint8Array): Promise<void>;
}

export function print(terminal: Terminal, line: string): Promise<void> {
  return terminal.output.write(`${line}\n`);
}

export function say(terminal: Terminal, line: string): Promise<void> {
  return terminal.messages.write(`${line}\n`);
}

/** Returns a number and what it counts, such as "1 link" or "2 links". */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Escapes control and bidirectional characters in `text`, except line breaks and tabs. */
export function escapeControls(text: string): string {
  return text.replace(
    /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Returns the terminal of this process. If the program that reads the output exits early, as `head` does, this process
 *  exits without a message, with the exit code for SIGPIPE. */
export function processTerminal(): Terminal {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.brokenPipe);
    console.error(`isoqr: writing the output failed: ${fileErrorReason(error)}`);
    process.exit(EXIT.failed);
  });
  process.stderr.on("error", () => process.exit(EXIT.brokenPipe));
  return {
    input: process.stdin,
    isPiped: isPiped(),
    output: sink(process.stdout),
    messages: sink(process.stderr),
    environment: process.env,
    onInterrupt(stop) {
      process.once("SIGINT", stop).once("SIGTERM", stop);
      return () => void process.off("SIGINT", stop).off("SIGTERM", stop);
    },
  };
}

function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile();
  } catch {
    // The input is closed, so it has no data.
    return false;
  }
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
