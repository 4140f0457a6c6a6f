/** Returns the words of each command in a shell script, without quotes. Supports only the syntax that the docs use:
 *  quotes, line continuations, comments, and operators that end a command. */
export function commandsIn(script: string): string[][] {
  const text = script.replace(/\\\n\s*/g, " ");
  return text
    .split("\n")
    .flatMap((line) => splitLine(line))
    .filter((words) => words.length > 0);
}

const TOKEN = /\s+|(#.*)|(\|\|?|&&?|;|<|>)|((?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\|&;<>])+)/gy;

function splitLine(line: string): string[][] {
  const commands: string[][] = [[]];
  for (const [, comment, operator, word] of line.matchAll(TOKEN)) {
    if (comment !== undefined) break;
    if (operator !== undefined) commands.push([]);
    else if (word !== undefined) commands.at(-1)?.push(unquote(word));
  }
  return commands;
}

function unquote(word: string): string {
  return word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single, double, escaped) =>
    single !== undefined ? single : double !== undefined ? double.replace(/\\(["\\$`])/g, "$1") : escaped,
  );
}
