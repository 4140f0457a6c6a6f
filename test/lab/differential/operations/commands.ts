import { kinds } from "../../../../src/payload/payload.ts";
import { pick } from "../../../core/texts.ts";
import { logoFile } from "../../../logo/logos.ts";
import { fieldsOf } from "../../../payload/samples.ts";
import type { Operation, Source } from "../operations.ts";
import { anyOptions } from "./options.ts";

const kebab = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

const HELP = [
  ["--help"],
  ["help"],
  ["wifi", "--help"],
  ["batch", "-h"],
  ["links", "--help"],
  ["inspect", "--help"],
  ["decode", "--help"],
  [],
];

/** Files that every command finds in its folder. */
const FILES = {
  "logo.png": logoFile("still.png"),
  "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>',
  "broken.png": "no image",
  "design.json": '{"dotStyle":"rounded","eyeStyle":"leaf","gradient":"linear,45,000000,1a5fb4"}',
  "list.csv": "data,file,color\nhttps://example.com/1,one,#a51d2d\n,two,\ntext,three,zzz\n",
  "list.jsonl": '{"data":"a","size":100}\n{"data":"b","format":"svg"}\n{\n',
};

/** A command of the program, with flags for options. */
export function anyCommand(source: Source): Operation {
  const { random, from } = source;
  const flags = flagsOf(source);
  const output = pick(random, [
    [],
    ["-o", "qr.png"],
    ["-o", "qr.svg"],
    ["--output", "qr.txt"],
    ["-o", "-"],
    ["-o", "qr.gif"],
    ["--json"],
  ]);
  const which = random(20);
  const run = (group: string, ...args: readonly string[]): Operation => ({ kind: "cli", group, args, files: FILES });
  if (which === 0) return run("help", ...pick(random, HELP));
  if (which < 3)
    return run("batch", "batch", pick(random, ["list.csv", "list.jsonl", "none.csv"]), "-o", "codes", ...flags);
  if (which < 4) return run("decode", "decode", pick(random, ["logo.png", "broken.png", "none.png"]));
  if (which < 9) {
    const kind = pick(random, kinds);
    const fields = Object.entries(from(fieldsOf(kind))).flatMap(([name, value]) =>
      typeof value === "string" ? [`--${kebab(name)}=${value}`] : value ? [`--${kebab(name)}`] : [],
    );
    return run(kind.name, kind.name, ...fields, ...output, ...flags.slice(0, 2));
  }
  return run("draw", `text ${random(1000)}`, ...flags, ...output);
}

function flagsOf(source: Source): string[] {
  const { random } = source;
  const { data, logoData, design, format, ...more } = anyOptions(source);
  // The extension of the output file names the format.
  const others = random(5) ? more : { ...more, format };
  const flags = Object.entries(others).flatMap(([name, word]) =>
    typeof word === "boolean" ? [`--${kebab(name)}`] : [`--${random(5) ? kebab(name) : name}=${String(word)}`],
  );
  const files = [
    ...(random(6) ? [] : [`--logo=${pick(random, ["logo.png", "logo.svg", "broken.png", "none.png"])}`]),
    ...(random(6) ? [] : ["--design=design.json"]),
  ];
  return [...(random(3) ? flags.slice(0, 4) : []), ...files];
}
