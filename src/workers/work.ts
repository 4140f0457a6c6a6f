import { type Outcome, outcomeOf } from "../adapters/wire.ts";
import type { QrApi, Report } from "../api.ts";
import { encodeSymbol } from "../core/core.ts";
import { QrError } from "../errors.ts";
import { once } from "../once.ts";
import type { RawOptions } from "../options/parse.ts";
import type { Picture } from "../picture.ts";
import { createService, type ServiceParts } from "../service/service.ts";
import type { LogoTools } from "./logos.ts";

/** What a worker of a pool does. */
export interface PictureWork {
  generate(words: RawOptions): Promise<Picture>;
  /** Pictures in one go, for a message between threads takes as long as a picture; a bad one sinks no other. */
  generateSome(list: readonly RawOptions[]): Promise<readonly Outcome<Picture>[]>;
  inspect(words: RawOptions): Promise<Report>;
}

/** The work, done in the thread that calls. What logos take is loaded for the first one. */
export function createPictureWork(loadTools: () => Promise<LogoTools>): PictureWork {
  const plain = once(async () => {
    await settleCore();
    return createService();
  });
  const drawing = once(async () => {
    const [tools] = await Promise.all([loadTools(), plain()]);
    return createService(withoutTheRest(tools));
  });
  const serviceFor = ({ logo, logoData }: RawOptions): Promise<QrApi> =>
    logo === undefined && logoData === undefined ? plain() : drawing();

  const generate = async (words: RawOptions) => (await serviceFor(words)).generate(words);
  return {
    generate,
    generateSome: (list) => Promise.all(list.map((words) => outcomeOf(() => generate(words)))),
    inspect: async (words) => (await serviceFor(words)).inspect(words),
  };
}

/** Logos alone: reports say that nothing was read back. */
function withoutTheRest({ logos, drawLogo }: LogoTools): ServiceParts {
  const refuse = async () => {
    throw new QrError("NOT_SUPPORTED", 501, "workers of a pool draw codes and logos only");
  };
  return { logos, heavy: { drawLogo, scan: refuse, drawCard: refuse } };
}

/** Loads the core that is JavaScript where the policy of the worker's program forbids WebAssembly. */
async function settleCore(): Promise<void> {
  try {
    encodeSymbol("isoqr");
  } catch (error) {
    if (!(error instanceof QrError) || error.code !== "NOT_SUPPORTED") throw error;
    await import("../core/strict.ts");
  }
}

/** The memory of pictures, to be handed over instead of copied. */
export function memoryOf(answer: unknown): ArrayBuffer[] {
  if (Array.isArray(answer)) return answer.flatMap((one) => ("value" in one ? memoryOf(one.value) : []));
  const { body } = answer as Partial<Picture>;
  if (!(body instanceof Uint8Array) || !(body.buffer instanceof ArrayBuffer)) return [];
  return body.byteLength === body.buffer.byteLength ? [body.buffer] : [];
}
