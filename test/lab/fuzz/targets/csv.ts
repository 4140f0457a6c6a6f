import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { isoqr, type Ran } from "../../../cli/in-process.ts";
import { readPng } from "../../../decoders/png-reader.ts";
import { checkLoop, sizesOf } from "../bounded.ts";
import { anyText, cases, pumped } from "../generate.ts";
import { checkMessage } from "../properties.ts";
import type { Piece, Recipe } from "../recipe.ts";
import { demand, type Target } from "../target.ts";

/** Lists are stretched to this size in bytes. */
const STRETCHED = 256 * 1024;

/** Lists with more rows are skipped, because each row may be a picture. */
const MAX_ROWS = 200;

/** Maximum processor time for a stretched list in milliseconds. It is generous, because the command line has no other
 *  requests to block. */
const MAX_TIME = 3_000;

const cell = fc.oneof(
  anyText,
  anyText.map((text) => `"${text.replaceAll('"', '""')}"`),
  fc.constantFrom(
    "",
    "512",
    "dots",
    "../up",
    "con",
    "a/b",
    ".",
    "..",
    "\\",
    "=1+1",
    '"',
    '""',
    'a"b',
    "svg",
    "__proto__",
  ),
);
const name = fc.constantFrom(
  "data",
  "size",
  "file",
  "dot-style",
  "format",
  "logo-data",
  "__proto__",
  "",
  "constructor",
  "unknown",
);

const table: fc.Arbitrary<Recipe> = fc
  .record({
    mark: fc.constantFrom("", "\ufeff"),
    names: fc.array(name, { maxLength: 5 }),
    rows: fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 5 }),
    separator: fc.constantFrom(",", ";", "\t"),
    end: fc.constantFrom("\n", "\r\n", "\r"),
  })
  .map(({ mark, names, rows, separator, end }) => {
    const lines = [["data", ...names], ...rows].map((cells) => cells.join(separator) + end);
    return [mark, ...lines];
  });

const lines = fc
  .array(
    fc.oneof(
      anyText,
      fc.constantFrom('{"data":"x"}', '{"data":', "[]", "null", '{"data":"x","__proto__":1}', '[{"data":"x"}', "]"),
    ),
    { maxLength: 5 },
  )
  .map((all): Recipe => all.flatMap((one): Piece[] => [one, "\n"]));

const bytes = fc
  .uint8Array({ maxLength: 60 })
  .map((all): Recipe => ["data\n", { hex: Buffer.from(all).toString("hex") }]);

const STARTS = ["data\n", 'data\n"', "data,", "data\nx\n", '{"data":"', "[", '[{"data":"x"}', ""];
/** Tokens without line breaks, because every additional row would be a picture. */
const TOKENS = ['"', '""', ",", " ", "x,", '","', "[", "{", "\\", "\0", "\ufeff"];

/** Sends lists to `isoqr batch`. */
export const csv: Target = {
  name: "csv",
  inputs: cases([], table, table, lines, bytes, pumped(STARTS, TOKENS, ["", "\n", '"', '"\n', "!"])),
  async open() {
    const folder = mkdtempSync(join(tmpdir(), "isoqr-fuzz-"));
    return {
      async check(one) {
        const run = async (input: Buffer) => {
          const out = mkdtempSync(join(folder, "out-"));
          try {
            checkRan(await isoqr(["batch", "-", "-o", out], { input }), input.toString());
            checkFolder(folder, out);
          } finally {
            rmSync(out, { recursive: true });
          }
        };
        const all = sizesOf(one, STRETCHED).filter(
          (bytes) => bytes.toString("latin1").split(/[\r\n]/).length <= MAX_ROWS,
        );
        await checkLoop(all, run, MAX_TIME);
      },
      close: async () => rmSync(folder, { recursive: true }),
    };
  },
};

/** Checks a command's exit code and messages. */
export function checkRan({ code, stderr }: Ran, own: string): void {
  demand([0, 1, 2].includes(code), `the exit code is ${code}`);
  demand(!stderr.includes("unexpected error"), `an unexpected error: ${stderr.slice(0, 500)}`);
  for (const line of stderr.split("\n")) if (line !== "") checkMessage(line, `${own}/tmp/`);
  demand(code === 0 || stderr !== "", `the exit code is ${code}, without a message`);
}

/** Checks that images are complete, and that nothing was written outside of `out`. */
function checkFolder(folder: string, out: string): void {
  demand(readdirSync(folder).length === 1, `files outside of the output folder: ${readdirSync(folder)}`);
  for (const entry of readdirSync(out, { withFileTypes: true })) {
    demand(entry.isFile(), `${entry.name} is not a file`);
    if (entry.name.endsWith(".png")) readPng(readFileSync(join(out, entry.name)));
  }
}
