import type { QrApi } from "../api.ts";
import { QrError } from "../errors.ts";
import type { HeavyWork, LinkStore, LogoFetcher } from "../ports.ts";
import { drawBatch, readBatch } from "./batch.ts";
import { generate } from "./generate.ts";
import { createLinks } from "./links.ts";

/** What the service may use of the world outside. Without a part, what needs it is refused with a sentence. */
export interface ServiceParts {
  readonly links?: LinkStore;
  readonly logos?: LogoFetcher;
  readonly heavy?: HeavyWork;
}

/** The service that does the work in this process. */
export function createService({ links }: ServiceParts = {}): QrApi {
  return {
    generate,
    generateBatch: async (words) => drawBatch(readBatch(words), generate),
    inspect: () => refuse("reports"),
    ...(links ? createLinks(links) : noLinks),
    generateOgImage: () => refuse("social images"),
  };
}

const noLinks = {
  createLink: () => refuse("links"),
  readLink: () => refuse("links"),
  removeLink: () => refuse("links"),
};

async function refuse(what: string): Promise<never> {
  throw new QrError("NOT_SUPPORTED", 501, `${what} are not served here`);
}
