import type { HeavyWork, LogoJob, Pixels } from "../ports.ts";
import { withOwnMethods } from "./own-methods.ts";

/** Bytes, of files and of pixels, that are remembered at most. */
const MOST_BYTES = 16 * 1024 * 1024;

interface Drawn {
  readonly job: LogoJob;
  readonly art: Promise<Pixels>;
  readonly bytes: number;
}

/** `heavy`, drawing each logo once at each size as long as it is remembered: most come again and again, on another code
 *  each time. The longest unused goes first; what cannot be drawn is not remembered. */
export function rememberArt(heavy: HeavyWork): HeavyWork {
  const memory = new Map<string, Drawn>();
  let held = 0;

  function forget(key: string): void {
    held -= memory.get(key)?.bytes ?? 0;
    memory.delete(key);
  }

  function remember(key: string, job: LogoJob): Promise<Pixels> {
    const art = heavy.drawLogo(job);
    const bytes = job.bytes.length + job.width * job.height * 4;
    memory.set(key, { job, art, bytes });
    held += bytes;
    for (const oldest of memory.keys()) {
      if (held <= MOST_BYTES) break;
      forget(oldest);
    }
    art.catch(() => memory.get(key)?.art === art && forget(key));
    return art;
  }

  return {
    ...withOwnMethods(heavy),
    drawLogo(job) {
      const key = keyOf(job);
      const known = memory.get(key);
      const fits = known && equal(known.job.bytes, job.bytes);
      if (!fits) {
        forget(key);
        return remember(key, job);
      }
      // To the end of the queue of those that may go.
      memory.delete(key);
      memory.set(key, known);
      return known.art;
    },
  };
}

/** Different for nearly all that is different; what has the same key is compared. */
function keyOf({ bytes, kind, width, height }: LogoJob): string {
  let sum = 0;
  const step = Math.max(1, bytes.length >> 8);
  for (let at = 0; at < bytes.length; at += step) sum = (Math.imul(sum, 31) + (bytes[at] as number)) | 0;
  return `${kind} ${width} ${height} ${bytes.length} ${sum}`;
}

function equal(some: Uint8Array, others: Uint8Array): boolean {
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return some.length === others.length;
}
