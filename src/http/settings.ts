import { QrError } from "../errors.ts";
import type { Limits } from "./limits.ts";

/** The beginning of addresses in responses, without a slash at its end: fixed, or by the request. */
export type BaseUrl = string | ((request: Request) => string);

export interface AppSettings {
  /** Called with unexpected errors, whose details are not sent to clients; default console.error. */
  readonly report?: (error: unknown) => void;
  /** The public address, such as "https://qr.example.com"; the origin of each request if left out. */
  readonly baseUrl?: BaseUrl;
  /** Resolves to the bytes of a file of an installed package: the renderer of the API reference.
   *  @throws {QrError} NOT_SUPPORTED if it is missing. */
  readonly readPackageFile?: (path: string) => Promise<Uint8Array>;
  /** Resolves to the bytes of a file of the playground, such as "index.html", the same array each time; to undefined if
   *  there is none. A plain page is at / if left out. */
  readonly readSite?: (path: string) => Promise<Uint8Array | undefined>;
  /** Handles POST /mcp; see createMcp, which is larger than the rest of the app. */
  readonly mcp?: (request: Request) => Promise<Response>;
  /** Rejects with a QrError while /readyz should fail. Always ready if left out. */
  readonly checkReady?: () => Promise<void>;
  /** Called with each request and the pattern of its route, such as "/i/:name", or "none", before it is handled. */
  readonly onRoute?: (request: Request, route: string) => void;
  /** Limits per client; no limits if left out. */
  readonly limits?: Limits;
  /** Closes the connection of a request whose response is not read while others wait. If left out, the response breaks off
   *  when it is read again. */
  readonly hangUp?: (request: Request) => void;
}

/** 503 of /readyz once the server stops. */
export function serverStopping(): QrError {
  return new QrError("BUSY", 503, "the server is shutting down: use another one");
}
