import { formatNames, formats } from "../options/formats.ts";
import type { PayloadKind } from "../payload/kind.ts";
import { kinds } from "../payload/payload.ts";
import { type Setting, settings } from "../runtime/settings-table.ts";
import {
  batchFlags,
  type Flag,
  fieldFlags,
  fileFlag,
  helpFlag,
  jsonFlag,
  namesOf,
  optionFlags,
  outputFlags,
  pictureFlags,
  searchFlags,
  sheetCommandFlags,
} from "./flags.ts";
import { exportFlags, limitFlag, placeFlag, purgeFlags, statsFlags } from "./links.ts";

const WIDTH = 88;

const endings = formatNames.map((name) => `.${formats[name].extension}`);
const extensions = `${endings.slice(0, -1).join(", ")} or ${endings.at(-1)}`;

/** The text that is shown if there are no arguments. */
export const shortHelp = `isoqr creates QR codes.

  isoqr "https://example.com"               show the code in the terminal
  isoqr "https://example.com" -o qr.png     write a file: ${extensions}
  isoqr --help                              show all commands and flags`;

/** Returns the help for `topic`, which is a kind of content or a command. Returns the overview for any other topic. */
export function helpFor(topic: PayloadKind | string): string {
  if (typeof topic !== "string") return kindHelp(topic);
  const named = kinds.find(({ name }) => name === topic);
  if (named) return kindHelp(named);
  if (topic === "" || topic === "help" || topic.startsWith("-")) return mainHelp();
  return Object.hasOwn(commandHelp, topic) ? (commandHelp[topic]?.() ?? "") : mainHelp();
}

export const commandSummaries = {
  batch: "create a code for every row of a list",
  sheet: "create a PDF with a label for every row of a list",
  inspect: "check whether the code scans, and what to change",
  optimize: "search for a design that scans better",
  picture: "create a code that shows a picture",
  decode: "read the codes in an image",
  serve: "run the HTTP service",
  links: "count, remove, export and import the links of a server",
  completions: "print a script that completes commands and flags",
} as const;

/** Placeholders for the arguments of each command, in the help. */
const WORDS: Readonly<Record<keyof typeof commandSummaries, string>> = {
  batch: " LIST -o FOLDER",
  sheet: " LIST -o FILE",
  inspect: " TEXT",
  optimize: " TEXT",
  picture: " IMAGE TEXT",
  decode: " FILE",
  serve: "",
  links: " COMMAND",
  completions: " SHELL",
};

function summaryLines(): string {
  return Object.entries(commandSummaries)
    .map(([name, about]) => `  ${`isoqr ${name}${WORDS[name as keyof typeof WORDS]}`.padEnd(31)}${about}`)
    .join("\n");
}

function mainHelp(): string {
  return `isoqr creates QR codes.

  isoqr TEXT                     show the code in the terminal
  isoqr TEXT -o FILE             write the code to a file: ${extensions}
  isoqr KIND ...                 create a code that phones can act on, such as a WiFi network to join
${summaryLines()}

If TEXT is - or piped, it is read from standard input. Everything after -- is text, even the name of a command.

Examples
  isoqr "https://example.com" -o qr.svg --dot-style rounded --color 1e40af
  isoqr "https://example.com" -o qr.png --size 1024 --logo leaf.svg
  isoqr wifi --ssid Guests --password - -o guests.png < password.txt
  pwgen 20 1 | isoqr

Output
${flagLines([...outputFlags, jsonFlag, fileFlag, helpFlag])}

The code
${flagLines(optionFlags)}

Kinds of content: ${kindNames().join(", ")}.
For help, run isoqr KIND --help or isoqr COMMAND --help. isoqr --version prints the version.

Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted, 141 output closed early.`;
}

function kindHelp(kind: PayloadKind): string {
  const [article, label] = [/^(?!One)[AEIO]/.test(kind.label) ? "An" : "A", lowered(kind.label)];
  return `isoqr ${kind.name} [-o FILE]

${article} ${label}: phones offer to ${kind.purpose}.

${flagLines(fieldFlags(kind))}

All other flags of isoqr TEXT also work: see isoqr --help.`;
}

const commandHelp: Readonly<Record<string, () => string>> = {
  batch: () => `isoqr batch LIST -o FOLDER

Creates a code for every row of LIST, which is CSV, text, an .xlsx file, or JSONL with one object per line. If LIST is
-, it is read from standard input. The columns can be data, file and any flag of isoqr TEXT. The file column sets the
file name, with or without the extension. If there is no file column, files are numbered. Flags apply to all rows, and
the columns of a row override them.

  isoqr batch tables.csv -o codes --size 512
  isoqr batch guests.csv -o codes --kind wifi          columns ssid and password

Invalid rows do not affect other rows. To continue after an interruption, run the same command again: complete files
are not drawn again. The exit code is 1 if any row failed.

${flagLines([...batchFlags, jsonFlag])}

The flags of isoqr TEXT also work: see isoqr --help.`,
  sheet: () => `isoqr sheet LIST -o FILE

Creates a PDF with a label for every row of LIST, which is read like that of isoqr batch. The column caption, or one
with a heading such as name or label, becomes the words beside or below the code. Print the PDF at 100 %.

  isoqr sheet guests.csv -o labels.pdf --template avery-l7160
  isoqr sheet guests.csv -o test.pdf --template avery-l7160 --marks outlines
  isoqr sheet --templates                              list all templates

If a row is invalid, the error has its line, and nothing is written. Codes that scan poorly at their printed size, and
captions that do not fit, are listed.

${flagLines(sheetCommandFlags)}

The flags of isoqr TEXT also work: see isoqr --help.`,
  inspect: () => `isoqr inspect TEXT

Checks the image that isoqr TEXT -o FILE would write, and prints what to change. Independent decoders read the image
and damaged copies of it. The exit code is 1 if the code has errors.

The scan check needs the package zxing-wasm, @undecaf/zbar-wasm, or both. Logos and SVGs need
@resvg/resvg-wasm.

${flagLines([jsonFlag, fileFlag])}

The flags of isoqr TEXT also work: see isoqr --help.`,
  optimize: () => `isoqr optimize TEXT

Searches for a design that scans better: draws and scans several designs, and prints the grades before and after, the
changed options, and a command with them. With -o, also writes the image. Needs the packages of isoqr inspect.

  isoqr optimize "https://example.com" --logo leaf.svg --color 7a9cc6 -o qr.svg
  isoqr optimize "https://example.com" --dot-style dots --allow colors,shapes

${flagLines([...searchFlags, ...outputFlags, jsonFlag, fileFlag])}

The flags of isoqr TEXT also work: see isoqr --help.`,
  picture: () => `isoqr picture IMAGE TEXT -o FILE

Writes a PNG of a code for TEXT that shows IMAGE, a PNG, JPEG, WebP or SVG of at most 2 MB. The picture decides the
free bits of the code, and dots show the others. If IMAGE is -, it is read from standard input. Prints the strength and the
grade of the code. The exit code is 2 if the strength leaves no readable code.

The grade needs the packages zxing-wasm and @undecaf/zbar-wasm. JPEGs and SVGs need @resvg/resvg-wasm, and WebP files
@jsquash/webp.

${flagLines([...pictureFlags, ...outputFlags, jsonFlag])}`,
  decode: () => `isoqr decode FILE

Prints the text of every QR code in a PNG, JPEG, GIF, BMP, WebP or SVG image of at most 67 megapixels, or 16 for
WebP. If FILE is -, the image is read from standard input. The exit code is 1 if no code is found. Needs the package
zxing-wasm, for SVG also @resvg/resvg-wasm, and for WebP @jsquash/webp.

${flagLines([{ ...jsonFlag, about: "Print JSON with version, level and corners." }])}`,
  links: () => `isoqr links stats|purge|export|import

Manages the links of servers, even while they are running. The variable LINKS or the flag --links names their store.

  isoqr links stats              print the number of links and the space they take
${flagLines(statsFlags)}

  isoqr links purge --days 90    remove links that have not been read for 90 days
${flagLines(purgeFlags)}

  isoqr links export -o FILE     write a snapshot of all links, one line of JSON per link
${flagLines(exportFlags)}

  isoqr links import FILE        add missing links, and leave existing ones unchanged; - reads standard input

All commands
${flagLines([placeFlag, limitFlag])}

To move links from a file to a database:

  isoqr links export --links sqlite:./data/links.db | isoqr links import - --links postgres://...`,
  completions: () => `isoqr completions bash|zsh|fish

Prints a script that completes commands, flags and their values in a shell.

  bash   add to ~/.bashrc:  source <(isoqr completions bash)
  zsh    add to ~/.zshrc, after compinit:  source <(isoqr completions zsh)
  fish   run:  isoqr completions fish > ~/.config/fish/completions/isoqr.fish`,
  serve: () => `isoqr serve

Runs the HTTP service. Links in a file need the package libsql.

${flagLines(settingFlags())}

You can also set each flag as an environment variable: --base-url is BASE_URL.`,
};

function kindNames(): readonly string[] {
  return kinds.map(({ name }) => name).filter((name) => name !== "url" && name !== "text");
}

/** Returns `label` for use within a sentence. Names and abbreviations stay capitalized. */
function lowered(label: string): string {
  return /^[A-Z][a-z]+(?:[ -]|$)/.test(label) ? `${label[0]?.toLowerCase()}${label.slice(1)}` : label;
}

export function settingFlags(): readonly Flag[] {
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
