import type { PayloadKind } from "../payload/kind.ts";
import { kinds } from "../payload/payload.ts";
import { EXIT, usage } from "./errors.ts";
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
import { commandSummaries, settingFlags } from "./help.ts";
import { exportFlags, limitFlag, placeFlag, purgeFlags, statsFlags } from "./links.ts";
import { print, type Terminal } from "./terminal.ts";

/** The flags and words that can follow a command. Words are neither flags nor files. */
interface Completed {
  readonly name: string;
  readonly about: string;
  readonly flags: readonly Flag[];
  readonly words?: readonly string[];
}

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Runs `isoqr completions SHELL`: prints a script that completes commands, flags and values. Resolves to the exit code. */
export async function completions([shell = "", another]: readonly string[], terminal: Terminal): Promise<number> {
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell as keyof typeof SHELLS] : undefined;
  if (!script || another !== undefined) {
    throw usage(`a shell is required: run isoqr completions ${Object.keys(SHELLS).join("|")}`);
  }
  await print(terminal, script(commandsOf(), [...outputFlags, jsonFlag, fileFlag, helpFlag, ...optionFlags]));
  return EXIT.ok;
}

function commandsOf(): readonly Completed[] {
  const flagsOf: Readonly<Record<string, Omit<Completed, "name" | "about">>> = {
    batch: { flags: [...batchFlags, jsonFlag, ...optionFlags] },
    sheet: { flags: [...sheetCommandFlags, ...optionFlags] },
    inspect: { flags: [jsonFlag, fileFlag, ...optionFlags] },
    optimize: { flags: [...searchFlags, ...outputFlags, jsonFlag, fileFlag, ...optionFlags] },
    picture: { flags: [...pictureFlags, ...outputFlags, jsonFlag] },
    decode: { flags: [jsonFlag] },
    serve: { flags: settingFlags() },
    links: {
      flags: [placeFlag, limitFlag, ...statsFlags, ...purgeFlags, ...exportFlags],
      words: "stats purge export import".split(" "),
    },
    completions: { flags: [], words: Object.keys(SHELLS) },
  };
  const isKind = ({ name }: PayloadKind) => name !== "url" && name !== "text";
  return [
    ...Object.entries(commandSummaries).map(([name, about]) => {
      const { flags = [], ...more } = flagsOf[name] ?? {};
      return { name, about, flags: [...flags, helpFlag], ...more };
    }),
    ...kinds.filter(isKind).map((kind) => {
      const flags = [...fieldFlags(kind), ...outputFlags, jsonFlag, helpFlag, ...optionFlags];
      return { name: kind.name, about: kind.label, flags: unique(flags) };
    }),
  ];
}

/** Returns `flags` without duplicates: of several flags with the same name, the first one stays. */
function unique(flags: readonly Flag[]): readonly Flag[] {
  return flags.filter(({ key }, at) => flags.findIndex((flag) => flag.key === key) === at);
}

const longName = (flag: Flag) => `--${namesOf(flag)[0]}`;
const isFile = ({ value = "" }: Flag) => value === "FILE" || value === "FOLDER";

function bashScript(commands: readonly Completed[], flags: readonly Flag[]): string {
  const all = unique([...flags, ...commands.flatMap((command) => command.flags)]);
  const names = (flag: Flag) => [longName(flag), ...(flag.short ? [`-${flag.short}`] : [])].join("|");
  const values = all.flatMap((flag) => {
    if (flag.of) return [`    ${names(flag)}) COMPREPLY=($(compgen -W "${flag.of.join(" ")}" -- "$cur")); return ;;`];
    if (isFile(flag)) return [`    ${names(flag)}) COMPREPLY=($(compgen -f -- "$cur")); return ;;`];
    return flag.value === undefined ? [] : [`    ${names(flag)}) return ;;`];
  });
  const listed = (some: readonly Flag[]) => some.map(longName).join(" ");
  const cases = commands.map(
    ({ name, flags: own, words = [] }) => `    ${name}) flags="${listed(own)}" words="${words.join(" ")}" ;;`,
  );
  return `# Completions of isoqr for bash. To use them, add this line to ~/.bashrc: source <(isoqr completions bash)
_isoqr() {
  local cur=\${COMP_WORDS[COMP_CWORD]} flags words=""
  COMPREPLY=()
  case \${COMP_WORDS[COMP_CWORD - 1]} in
${values.join("\n")}
  esac
  case \${COMP_WORDS[1]} in
${cases.join("\n")}
    *) flags="${listed(flags)}" ;;
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  elif ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$cur"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur") $(compgen -f -- "$cur"))
  fi
}
complete -o filenames -F _isoqr isoqr`;
}

function zshScript(commands: readonly Completed[], flags: readonly Flag[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const specOf = (flag: Flag) => {
    const about = flag.about.replace(/[[\]:\\]/g, "\\$&");
    const action = flag.of ? `(${flag.of.join(" ")})` : isFile(flag) ? "_files" : " ";
    const tail = `[${about}]${flag.value === undefined ? "" : `:${flag.value.replace(/[:\\]/g, "\\$&")}:${action}`}`;
    const long = quoted(`${longName(flag)}${tail}`);
    return flag.short ? `${long} ${quoted(`-${flag.short}${tail}`)}` : long;
  };
  const listed = (some: readonly Flag[]) => some.map((flag) => `      ${specOf(flag)}`).join(" \\\n");
  const cases = commands.map(({ name, flags: own, words = [] }) => {
    const rest = words.length > 0 ? `'1: :(${words.join(" ")})' '*:file:_files'` : "'*:file:_files'";
    return `    ${name}) _arguments ${rest} \\\n${listed(own)} ;;`;
  });
  const described = commands.map(({ name, about }) => `      ${quoted(`${name}:${about.replaceAll(":", "\\:")}`)}`);
  return `#compdef isoqr
# Completions of isoqr for zsh. To use them, save this script as _isoqr in a folder of $fpath, or add this line to ~/.zshrc
# after compinit: source <(isoqr completions zsh)
_isoqr() {
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    local -a commands=(
${described.join("\n")}
    )
    _describe command commands
    return
  fi
  local command=$words[2]
  case $command in
${commands.map(({ name }) => name).join("|")})
      # The words of the command follow its name.
      shift words
      (( CURRENT-- )) ;;
  esac
  case $command in
${cases.join("\n")}
    *) _arguments '*:text: ' \\\n${listed(flags)} ;;
  esac
}
compdef _isoqr isoqr`;
}

function fishScript(commands: readonly Completed[], flags: readonly Flag[]): string {
  const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
  const lineOf = (flag: Flag, condition: string) => {
    const [long = ""] = namesOf(flag);
    const value = flag.value === undefined ? "" : isFile(flag) ? " -r -F" : " -x";
    const short = flag.short ? ` -s ${flag.short}` : "";
    const of = flag.of ? ` -a ${quoted(flag.of.join(" "))}` : "";
    return `complete -c isoqr -n ${quoted(condition)} -l ${long}${short}${value}${of} -d ${quoted(flag.about)}`;
  };
  const names = commands.map(({ name }) => name).join(" ");
  return [
    "# Completions of isoqr for fish. To use them, run: isoqr completions fish > ~/.config/fish/completions/isoqr.fish",
    ...commands.map(({ name, about }) => `complete -c isoqr -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`),
    ...flags.map((flag) => lineOf(flag, `not __fish_seen_subcommand_from ${names}`)),
    ...commands.flatMap(({ name, flags: own, words = [] }) => [
      ...words.map((word) => `complete -c isoqr -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -a ${word}`),
      ...own.map((flag) => lineOf(flag, `__fish_seen_subcommand_from ${name}`)),
    ]),
  ].join("\n");
}
