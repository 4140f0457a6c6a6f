import { QrError } from "../errors.ts";
import type { Limits } from "./limits.ts";

/** The beginning of addresses in answers, without a slash at its end: always the same, or by the request. */
export type BaseUrl = string | ((request: Request) => string);

/** What an app is told when it is made. */
export interface AppSettings {
  /** Hears of every unexpected error, whose details no caller is told; default console.error. */
  readonly report?: (error: unknown) => void;
  /** Where callers reach the app, such as "https://qr.example.com": the beginning of the addresses in answers. Each
   *  request's own origin when left out. */
  readonly baseUrl?: BaseUrl;
  /** Resolves to the bytes of a file inside an installed package, for the page of the API reference, whose renderer is
   *  one. @throws {QrError} NOT_SUPPORTED when it is not there. */
  readonly readPackageFile?: (path: string) => Promise<Uint8Array>;
  /** Resolves to the bytes of a file of the playground, such as "index.html", the same ones each time; to undefined where
   *  there is none. Without it a plain page stands at /. */
  readonly readSite?: (path: string) => Promise<Uint8Array | undefined>;
  /** Answers agents at POST /mcp; see createMcp. Not part of the app itself, for it is larger than all of that. */
  readonly mcp?: (request: Request) => Promise<Response>;
  /** What /readyz asks: rejects with a QrError while the app should be given no requests. Always ready when left out. */
  readonly checkReady?: () => Promise<void>;
  /** Is told the pattern of the route of every request, such as "/i/:name", before it is answered; "none" where no route
   *  fits. */
  readonly onRoute?: (request: Request, route: string) => void;
  /** Limits per client; no limits if left out. */
  readonly limits?: Limits;
  /** Closes the connection of a request whose answer is not taken, while others wait to be answered. Without it the answer
   *  breaks off once it is taken again. */
  readonly hangUp?: (request: Request) => void;
}

/** 503 of /readyz once the server stops. */
export function serverStopping(): QrError {
  return new QrError("BUSY", 503, "the server is stopping: try another one");
}
