import { type Outcome, outcomeOf } from "../adapters/wire.ts";
import type { QrApi, Report } from "../api.ts";
import { encodeSymbol } from "../core/core.ts";
import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import type { Picture } from "../picture.ts";
import { createService } from "../service/service.ts";

/** What a worker of a pool does. */
export interface PictureWork {
  generate(words: RawOptions): Promise<Picture>;
  /** Pictures in one go, for a message between threads takes as long as a picture; a bad one sinks no other. */
  generateSome(list: readonly RawOptions[]): Promise<readonly Outcome<Picture>[]>;
  inspect(words: RawOptions): Promise<Report>;
}

/** The work, done in the thread that calls. */
export function createPictureWork(): PictureWork {
  let service: Promise<QrApi> | undefined;
  const begin = () => {
    service ??= settleCore().then(() => createService());
    return service;
  };
  return {
    generate: async (words) => (await begin()).generate(words),
    async generateSome(list) {
      const { generate } = await begin();
      return Promise.all(list.map((words) => outcomeOf(() => generate(words))));
    },
    inspect: async (words) => (await begin()).inspect(words),
  };
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
