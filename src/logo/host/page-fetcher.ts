import { QrError } from "../../errors.ts";
import { logoFetchFailed } from "../../messages/logo-rules.ts";
import type { LogoFetcher } from "../../ports.ts";
import { joinBytes } from "../../text/bytes.ts";
import { logoTooLarge } from "../errors.ts";

export const TIME_LIMIT = 10_000;

const ADVICE = "check the URL and, if the logo is on another server, allow CORS there";

/** Fetches logos in a page: from the page's origin, and from other origins that allow CORS. */
export const pageLogos = createPageLogos();

/** Fetches a logo like `pageLogos`. Bundlers drop that object if only this function is used. */
export const fetchPageLogo: LogoFetcher["fetch"] = (url, maxBytes) => fetchLogo(url, maxBytes, {});

/** Creates a fetcher for pages. It passes `init` to `fetch`. */
export function createPageLogos(init: RequestInit = {}): LogoFetcher {
  return { fetch: (url, maxBytes) => fetchLogo(url, maxBytes, init) };
}

async function fetchLogo(url: string, maxBytes: number, init: RequestInit): Promise<Uint8Array> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIME_LIMIT) });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    return await collect(response.body.getReader(), maxBytes);
  } catch (error) {
    if (error instanceof QrError) throw error;
    throw new QrError("LOGO_UNREACHABLE", {
      field: "logo",
      rule: logoFetchFailed,
      values: { text: ADVICE },
      cause: error,
    });
  }
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw logoTooLarge();
    }
    parts.push(part.value);
  }
  return joinBytes(parts);
}
