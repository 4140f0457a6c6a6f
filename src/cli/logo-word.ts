import { stat } from "node:fs/promises";
import { QrError } from "../errors.ts";
import { MAX_LOGO_BYTES } from "../logo/limits.ts";
import type { RawOptions } from "../options/parse.ts";
import { fileTrouble, usage } from "./faults.ts";
import { readBytes } from "./read-input.ts";
import type { Terminal } from "./terminal.ts";

/** `words` with a logo that names a file in place of an address as what is in that file; one that is given itself wins.
 *  @throws {QrError} when the file cannot be read, or is too large for a logo. */
export async function withLogoFile(words: RawOptions, terminal: Terminal): Promise<RawOptions> {
  const { logo, ...others } = words;
  if (others.logoData !== undefined) return others;
  if (typeof logo !== "string" || /^https?:\/\//i.test(logo)) return words;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(logo)) throw usage("--logo must be a file, or an http or https address");
  // The input may be the text's.
  if (logo === "" || logo === "-") throw usage("--logo must be a file, or an http or https address");
  const { size } = await stat(logo).catch((error: unknown) => {
    throw usage(`--logo ${logo} cannot be read: ${fileTrouble(error)}`);
  });
  if (size > MAX_LOGO_BYTES) {
    throw new QrError("LOGO_TOO_LARGE", 413, `--logo ${logo} is larger than 2 MB: make it smaller`);
  }
  const bytes = await readBytes(logo, terminal, MAX_LOGO_BYTES);
  return { ...others, logoData: Buffer.from(bytes).toString("base64") };
}
