import type { Optimization } from "../api.ts";
import { isBytes } from "../core/data.ts";
import { QrError } from "../errors.ts";
import { logoTooLarge } from "../logo/errors.ts";
import { createLogoFetcher } from "../logo/host/fetcher.ts";
import { MAX_LOGO_BYTES } from "../logo/limits.ts";
import type { OptionsOf } from "../options/option-types.ts";
import type { RawOptions } from "../options/parse.ts";
import { type SearchInput, searchTable } from "../options/search-table.ts";
import { freeTable } from "../options/table.ts";
import { optionsIn, ownOptions, unknownIn } from "../options/unknown-names.ts";
import { type DrawOptions, readFile } from "../render/draw.ts";
import { cacheJobs } from "../service/job-cache.ts";
import { optimize as search } from "../service/optimize.ts";
import { encodeBase64 } from "../text/base64.ts";
import { createHeavyWork } from "./heavy-work.ts";

export type { Optimization, Report } from "../api.ts";
export { QrError, type QrErrorCode } from "../errors.ts";

/** Options of {@link optimize}: those of `draw`, and the settings of the search. */
export type OptimizeOptions = DrawOptions & OptionsOf<"logoData" | "logoMime"> & SearchInput;

export const DATA_OR_BYTES = "{field} must be a string or a Uint8Array";

let parts: Parameters<typeof search>[1] | undefined;

/** Resolves to a design of the QR code for `data` that scans better, found by drawing and scanning several designs. Reports about
 *  the designs before and after have their grades, and `changes` has the options to change. Changes only what `allow` lists.
 *  Takes a few seconds, in which it often blocks the thread. Requires the packages zxing-wasm, @undecaf/zbar-wasm or both, and
 *  those of `draw` for logos and captions.
 *  @example
 *  const { before, after, changes } = await optimize("https://example.com", { color: "#7a9cc6", logo: file });
 *  const png = await draw("https://example.com", { color: "#7a9cc6", logo: file, ...changes });
 *  @throws {QrError} like `draw`, and NOT_SUPPORTED if no decoder is installed. */
export async function optimize(data: string | Uint8Array, options?: OptimizeOptions | null): Promise<Optimization> {
  const rows = { ...freeTable, ...searchTable };
  const { logo, ...others } = ownOptions(optionsIn(options), rows);
  const fault = unknownIn(others, rows);
  if (fault) throw fault;
  parts ??= { rows: freeTable, heavy: cacheJobs(createHeavyWork()), logos: createLogoFetcher() };
  return search({ ...others, ...(await logoIn(logo)), ...contentIn(data) }, parts);
}

function contentIn(data: unknown): RawOptions {
  if (typeof data === "string") return { data };
  if (isBytes(data)) return { dataBase64: encodeBase64(data) };
  throw new QrError("INVALID_OPTION", { field: "data", rule: DATA_OR_BYTES });
}

/** Resolves to the option for a logo: its URL, or its bytes as base64. Rejects like `readFile`. */
async function logoIn(logo: unknown): Promise<RawOptions> {
  if (logo === undefined || logo === null) return {};
  const file = await readFile(logo);
  if (typeof file === "string") return /^data:/i.test(file) ? { logoData: file } : { logo: file };
  if (file.length > MAX_LOGO_BYTES) throw logoTooLarge();
  return { logoData: encodeBase64(file) };
}
