import { formatNames, formats } from "../options/formats.ts";
import type { PayloadKind } from "../payload/kind.ts";
import { kinds } from "../payload/payload.ts";
import { type Setting, settings } from "../runtime/settings-table.ts";
import { batchFlags, type Flag, fieldFlags, helpFlag, jsonFlag, namesOf, optionFlags, outputFlags } from "./flags.ts";
import { exportFlags, limitFlag, placeFlag, purgeFlags, statsFlags } from "./links.ts";

const WIDTH = 88;

const endings = formatNames.map((name) => `.${formats[name].extension}`);
const extensions = `${endings.slice(0, -1).join(", ")} or ${endings.at(-1)}`;

/** Shown without arguments. */
export const shortHelp = `isoqr makes QR codes.

  isoqr "https://example.com"               shows the code here
  isoqr "https://example.com" -o qr.png     writes a file: ${extensions}
  isoqr --help                              tells the rest`;

/** Returns the help for `topic`: a kind of text, the name of a command, or anything else for the overview. */
export function helpFor(topic: PayloadKind | string): string {
  if (typeof topic !== "string") return kindHelp(topic);
  const named = kinds.find(({ name }) => name === topic);
  if (named) return kindHelp(named);
  if (topic === "" || topic === "help" || topic.startsWith("-")) return mainHelp();
  return Object.hasOwn(commandHelp, topic) ? (commandHelp[topic]?.() ?? "") : mainHelp();
}

function mainHelp(): string {
  return `isoqr makes QR codes, exact and fast.

  isoqr TEXT                     shows the code in the terminal
  isoqr TEXT -o FILE             writes it: ${extensions}
  isoqr KIND ...                 a text that phones understand, such as a network to join
  isoqr batch LIST -o FOLDER     a code for every line of a CSV or JSONL file
  isoqr inspect TEXT             tells whether the code will be read, and what to change
  isoqr decode FILE              reads the codes in a picture
  isoqr serve                    the same over HTTP
  isoqr links COMMAND            counts, removes, exports and imports the links of a server

TEXT is - for what comes from the input. Behind -- everything is text, names of commands too.

Examples
  isoqr "https://example.com" -o qr.svg --dot-style rounded --color 1e40af
  isoqr "https://example.com" -o qr.png --size 1024 --logo leaf.svg
  isoqr wifi --ssid Guests --password - -o guests.png < password.txt
  pwgen 20 1 | isoqr -

Output
${flagLines([...outputFlags, jsonFlag, helpFlag])}

The code
${flagLines(optionFlags)}

Kinds of text: ${kindNames().join(", ")}.
isoqr KIND --help and isoqr COMMAND --help tell more. isoqr --version alone tells the program's own version.

Exit codes: 0 all is well, 1 something failed, 2 the command was wrong, 130 it was interrupted, 141 nobody reads on.`;
}

function kindHelp(kind: PayloadKind): string {
  const [article, label] = [/^[AEIO]/.test(kind.label) ? "An" : "A", lowered(kind.label)];
  return `isoqr ${kind.name} [-o FILE]

${article} ${label}: phones offer to ${kind.purpose}.

${flagLines(fieldFlags(kind))}

Flags of every code go with it, where no flag above has the name: isoqr --help.`;
}

const commandHelp: Readonly<Record<string, () => string>> = {
  batch: () => `isoqr batch LIST -o FOLDER

A code for every line of LIST, which is CSV with a line of column names or JSONL, a JSON object a line; - is the
input. Columns are data, any flag of a code, and file, the picture's name, with its ending or without; otherwise
pictures are numbered. Flags hold for all lines, columns for theirs.

  isoqr batch tables.csv -o codes --size 512
  isoqr batch guests.csv -o codes --kind wifi          columns ssid and password

A bad line leaves the others alone. To go on after an interruption, do the same again: what is there and whole is
not drawn again. Exit code 1 tells that lines failed.

${flagLines([...batchFlags, jsonFlag])}

Flags of every code go with it: isoqr --help.`,
  inspect: () => `isoqr inspect TEXT

Draws the very picture that isoqr TEXT -o FILE would write, damages copies of it as cameras, prints and light do, has
them read by another author's decoder, and tells what to change. Exit code 1 when the code will not do. Reading back
takes npm install zxing-wasm, logos and SVG take npm install @resvg/resvg-wasm.

${flagLines([jsonFlag])}

Flags of every code go with it: isoqr --help.`,
  decode: () => `isoqr decode FILE

Prints the text of every QR code in a PNG, JPEG, GIF, BMP or SVG picture of at most 64 megapixels; - is the input.
Exit code 1 when there is none. Takes npm install zxing-wasm, and for SVG npm install @resvg/resvg-wasm.

${flagLines([{ ...jsonFlag, about: "With version, level and corners, in JSON." }])}`,
  links: () => `isoqr links stats|purge|export|import

Manages the links of servers, while they are running as well. Links are where LINKS or --links says.

  isoqr links stats              prints the number of links and the space they take
${flagLines(statsFlags)}

  isoqr links purge --days 90    removes links that have not been read for 90 days
${flagLines(purgeFlags)}

  isoqr links export -o FILE     writes a snapshot of all links, one line of JSON per link
${flagLines(exportFlags)}

  isoqr links import FILE        adds missing links, and leaves existing ones unchanged; - is the input

All commands
${flagLines([placeFlag, limitFlag])}

To move links from a file to a database:

  isoqr links export --links sqlite:./data/links.db | isoqr links import - --links postgres://...`,
  serve: () => `isoqr serve

The service over HTTP, as npm start has it; links in a file take npm install libsql.

${flagLines(settingFlags())}

Each can be an environment variable as well: --base-url is BASE_URL.`,
};

/** Returns the kinds that are commands. */
function kindNames(): readonly string[] {
  return kinds.map(({ name }) => name).filter((name) => name !== "url" && name !== "text");
}

/** Returns `label` as written inside a sentence: names and abbreviations stay capitalized. */
function lowered(label: string): string {
  return /^[A-Z][a-z]+(?: |$)/.test(label) ? `${label[0]?.toLowerCase()}${label.slice(1)}` : label;
}

/** Returns the server's settings as flags, with the texts of the documentation's table. */
function settingFlags(): readonly Flag[] {
  return Object.entries<Setting>(settings).map(([key, { about, default: usual }]) => ({
    key,
    value: "VALUE",
    about: toSentence(about.replaceAll("`", "")),
    ...(usual && { default: usual }),
  }));
}

function toSentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

/** Formats one flag per line: names, value, purpose and default. */
function flagLines(flags: readonly Flag[]): string {
  const heads = flags.map((flag) => {
    const [name = ""] = namesOf(flag);
    return `  ${flag.short ? `-${flag.short}, ` : "    "}--${name}${flag.value ? ` ${flag.value}` : ""}`;
  });
  const column = Math.min(30, Math.max(...heads.map(({ length }) => length)) + 2);
  return flags
    .map(({ about, default: usual }, at) => {
      const head = heads[at] ?? "";
      const text = wrap(usual ? `${about} (${usual})` : about, WIDTH - column);
      const first = head.length + 2 > column ? `${head}\n${" ".repeat(column)}` : head.padEnd(column);
      return first + text.join(`\n${" ".repeat(column)}`);
    })
    .join("\n");
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
