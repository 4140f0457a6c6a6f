import { QrError } from "../errors.ts";
import { messageOf } from "../messages/message.ts";
import { kinds } from "../payload/payload.ts";
import { draw } from "./draw.ts";
import { EXIT, exitCodeOf, flagNames } from "./errors.ts";
import { escapeControls, print, say, type Terminal } from "./terminal.ts";

/** Runs a command with the arguments after its name and resolves to the exit code. */
type Command = (args: readonly string[], terminal: Terminal) => Promise<number>;

const wordKinds = new Map(
  kinds.filter(({ name }) => name !== "url" && name !== "text").map((kind) => [kind.name, kind]),
);

const commands: Readonly<Record<string, Command>> = {
  batch: async (...given) => (await import("./batch.ts")).batch(...given),
  sheet: async (...given) => (await import("./sheet.ts")).sheet(...given),
  optimize: async (...given) => (await import("./optimize.ts")).optimizeText(...given),
  inspect: async (...given) => (await import("./inspect.ts")).inspectText(...given),
  picture: async (...given) => (await import("./picture.ts")).picture(...given),
  decode: async (...given) => (await import("./decode.ts")).decode(...given),
  links: async (...given) => (await import("./links.ts")).links(...given),
  completions: async (...given) => (await import("./completions.ts")).completions(...given),
  serve: async (...given) => (await import("./serve.ts")).serve(...given),
};

/** Runs the program with its arguments. Resolves to the exit code; never rejects. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(commandFirst(words), terminal);
  } catch (error) {
    const flags = beforeText(words);
    const known = error instanceof QrError;
    const message = known
      ? messageOf(error, flagNames(flags))
      : `unexpected error: ${error instanceof Error ? error.stack : error}`;
    if (flags.includes("--json")) await print(terminal, JSON.stringify({ error: message }));
    else await say(terminal, `isoqr: ${escapeControls(message)}`);
    return known ? exitCodeOf(error) : EXIT.failed;
  }
}

/** Returns `words` with a leading `--json` moved behind the name of the command. */
function commandFirst(words: readonly string[]): readonly string[] {
  const [first, name = "", ...rest] = words;
  const isCommand = Object.hasOwn(commands, name) || wordKinds.has(name);
  return first === "--json" && isCommand ? [name, first, ...rest] : words;
}

async function dispatch(words: readonly string[], terminal: Terminal): Promise<number> {
  const [first = "", ...rest] = words;
  const kind = wordKinds.get(first);
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (words.length === 0 && !terminal.isPiped) {
    await say(terminal, (await import("./help.ts")).shortHelp);
    return EXIT.usage;
  }
  if (words.length === 1 && /^(?:--version|-v)$/.test(first)) {
    const { VERSION } = await import("../http/reference/document.ts");
    await print(terminal, VERSION);
    return EXIT.ok;
  }
  const flags = beforeText(words);
  if (first === "help" || flags.includes("--help") || flags.includes("-h")) {
    const { helpFor } = await import("./help.ts");
    await print(terminal, helpFor(kind ?? (first === "help" ? (rest[0] ?? "") : first)));
    return EXIT.ok;
  }
  if (command) return command(rest, terminal);
  return kind ? draw(rest, terminal, kind) : draw(words, terminal);
}

/** Returns the arguments before "--". All arguments after it are positional. */
function beforeText(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  return end < 0 ? words : words.slice(0, end);
}
