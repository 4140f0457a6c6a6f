import { QrError } from "../errors.ts";
import type { DecoderName, HeavyWork } from "../ports.ts";

const BROKEN = "the decoder cannot be loaded";

/** Returns the error for a decoder whose package is installed, but damaged. Unlike after a crash, a new worker does not
 *  help. */
export function brokenDecoder(cause: unknown): QrError {
  return new QrError("NOT_SUPPORTED", { rule: BROKEN, cause });
}

export function isBroken({ rule }: QrError): boolean {
  return rule === BROKEN;
}

/** Milliseconds after which a broken decoder is loaded again. */
const PAUSE = 60_000;

/** Wraps `heavy` to load a broken decoder at most once a minute. Until then, its scans fail immediately. `report` is called
 *  with a line when a decoder breaks. The line contains nothing from the scan. */
export function pauseBroken(heavy: HeavyWork, report: (line: string) => void = () => {}): HeavyWork {
  const broken = new Map<DecoderName, { readonly error: QrError; readonly end: number }>();
  return {
    jobs: heavy.jobs,
    async run(job, signal) {
      const decoder = job.name === "scan" ? (job.input as { readonly decoder: DecoderName }).decoder : undefined;
      if (!decoder) return heavy.run(job, signal);
      const known = broken.get(decoder);
      if (known && performance.now() < known.end) throw known.error;
      try {
        const result = await heavy.run(job, signal);
        broken.delete(decoder);
        return result;
      } catch (error) {
        if (!(error instanceof QrError && isBroken(error))) throw error;
        // Concurrent scans fail for the same reason, which is reported once.
        if (!broken.has(decoder)) report(`Scans run without ${decoder}, which cannot be loaded: ${error.cause}`);
        broken.set(decoder, { error, end: performance.now() + PAUSE });
        throw error;
      }
    },
  };
}
