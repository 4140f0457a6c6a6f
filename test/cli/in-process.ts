import { run } from "../../src/cli/program.ts";

export interface Ran {
  readonly code: number;
  /** The text that the program wrote to stdout. */
  readonly out: string;
  readonly stderr: string;
  readonly bytes: Uint8Array;
}

export interface Surroundings {
  readonly input?: string | Uint8Array;
  /** The width of the terminal in columns. If omitted, stdout and stderr are pipes. */
  readonly columns?: number;
  /** Called with a function that interrupts the program. */
  readonly interrupt?: (stop: () => void) => void;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs the command line with `input` in this process. */
export async function isoqr(
  words: readonly string[],
  { input = "", columns, interrupt, environment = {} }: Surroundings = {},
): Promise<Ran> {
  const [out, stderr]: [Uint8Array[], Uint8Array[]] = [[], []];
  const sink = (chunks: Uint8Array[]) => ({
    columns,
    write: async (text: string | Uint8Array) => void chunks.push(Buffer.from(text)),
  });
  const code = await run(words, {
    input: (async function* () {
      yield Buffer.from(input);
    })(),
    isPiped: input !== "",
    output: sink(out),
    messages: sink(stderr),
    environment,
    onInterrupt(stop) {
      interrupt?.(stop);
      return () => undefined;
    },
  });
  const bytes = Buffer.concat(out);
  return { code, out: bytes.toString(), stderr: Buffer.concat(stderr).toString(), bytes };
}
