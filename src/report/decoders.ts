import type { ScanningDecoder } from "../api.ts";
import { isPackageMissing, QrError } from "../errors.ts";
import { messageOf } from "../messages/message.ts";
import type { DecoderName, HeavyWork, ScanJob, ScanReport } from "../ports.ts";
import { isBroken } from "../scan/broken-decoders.ts";
import { busy } from "../work/heavy-jobs.ts";
import { type Finding, skippedIssue } from "./issues.ts";

interface DecoderRow {
  readonly decoder: DecoderName;
  readonly name: string;
  readonly pack: string;
}

/** The decoders of a scan check, and the packages that they need. The first one that runs is the reference. */
const DECODERS: readonly [DecoderRow, ...DecoderRow[]] = [
  { decoder: "zxing", name: "zxing-wasm", pack: "zxing-wasm" },
  { decoder: "zbar", name: "zbar-wasm", pack: "@undecaf/zbar-wasm" },
];

/** The result of one decoder's job. */
export type Outcome = DecoderRow & ({ readonly report: ScanReport } | { readonly error: QrError });

/** Runs one job per decoder. The other jobs start with the first one, or after it if the host does not report its
 *  start: while the first one waits in the queue, it may still be rejected.
 *  @throws {QrError} BUSY if the queue is full, or if no decoder ran because of time limits, which are usually exceeded
 *  only under load; any other error that does not concern a single decoder. */
export async function scanWithAll(input: Omit<ScanJob, "decoder">, heavy: HeavyWork): Promise<readonly Outcome[]> {
  const run = async (row: DecoderRow, onStart?: () => void): Promise<Outcome> => {
    try {
      const job = { name: "scan", input: { ...input, decoder: row.decoder }, onStart } as const;
      return { ...row, report: await heavy.run(job) };
    } catch (error) {
      if (error instanceof QrError && OWN_ERRORS.has(error.code)) return { ...row, error };
      throw error;
    }
  };
  const [first, ...others] = DECODERS;
  let reference: Promise<Outcome> | undefined;
  const started = new Promise<void>((resolve) => {
    reference = run(first, resolve);
  });
  await Promise.race([reference, started]);
  const outcomes = await Promise.all([reference as Promise<Outcome>, ...others.map((row) => run(row))]);
  const failed = outcomes.flatMap((outcome) => ("error" in outcome ? [outcome.error.code] : []));
  if (failed.length === outcomes.length && failed.includes("TIMED_OUT")) throw busy();
  return outcomes;
}

/** Codes of errors that concern a single decoder: it crashed, took too long, or is missing. */
const OWN_ERRORS: ReadonlySet<string> = new Set(["INTERNAL", "TIMED_OUT", "NOT_SUPPORTED", "UNREACHABLE"]);

export function decoderRow(outcome: Outcome): ScanningDecoder {
  const { name } = outcome;
  if ("error" in outcome) return { name, version: null, passed: null, error: reasonOf(outcome) };
  const { decoder, passed } = outcome.report;
  return { name, version: decoder.slice(decoder.lastIndexOf(" ") + 1), passed };
}

function reasonOf({ pack, error }: Extract<Outcome, { error: QrError }>): string {
  if (isBroken(error)) return `cannot be loaded: reinstall the npm package ${pack}`;
  return isPackageMissing(error, pack) ? `not installed: run npm install ${pack}` : messageOf(error);
}

/** Returns the issue that explains why no decoder ran. If one crashed or is damaged, the issue is an error, so that the
 *  picture does not count as valid. */
export function missingProof(outcomes: readonly Outcome[]): Finding {
  const failed = outcomes.flatMap((outcome) => ("error" in outcome ? [outcome] : []));
  if (failed.some(({ error }) => error.code === "INTERNAL")) {
    return skippedIssue("the decoder failed; try again", "error");
  }
  const missing = failed.filter(({ pack, error }) => isPackageMissing(error, pack)).map(({ pack }) => pack);
  if (missing.length === failed.length) {
    return skippedIssue(`no decoder is installed: run npm install ${missing.join(" ")}`);
  }
  const reasons = new Set(failed.map(reasonOf));
  const severity = failed.some(({ error }) => isBroken(error)) ? "error" : "warning";
  return skippedIssue(`no decoder is available: ${[...reasons].join("; ")}`, severity);
}
