import { QrError } from "../errors.ts";
import type { ClientOf, Limits, TakeTurn, TakingTurns } from "./limits.ts";

export const SHUTTING_DOWN = "the server is shutting down: use another server";

/** The start of URLs in responses, without a trailing slash. Either fixed, or computed from each request. */
export type BaseUrl = string | ((request: Request) => string);

export interface AppSettings {
  /** Called with unexpected errors, whose details are never sent to clients. Default: console.error. */
  readonly report?: (error: unknown) => void;
  /** The public URL, such as "https://qr.example.com". Default: the origin of each request. */
  readonly baseUrl?: BaseUrl;
  /** Resolves to the bytes of a playground file, such as "index.html", or to undefined if it does not exist. Must
   *  return the same array for each call with the same path. Without this function, / is a plain page. */
  readonly readSite?: (path: string) => Promise<Uint8Array | undefined>;
  /** Handles POST /mcp. Optional, because `createMcp` is larger than the rest of the app. */
  readonly mcp?: (request: Request, call: TakingTurns) => Promise<Response>;
  /** Rejects with a QrError while /readyz should fail. Default: always ready. */
  readonly checkReady?: () => Promise<void>;
  /** Called before each request is handled, with the pattern of its route, such as "/i/:name", or "none". */
  readonly onRoute?: (request: Request, route: string) => void;
  /** Returns the client of a request, such as its address. Clients take turns with heavy work. By default, all requests
   *  belong to the same client. */
  readonly clientOf?: ClientOf;
  /** Rate limits per client. Default: none. */
  readonly limits?: Limits;
  /** Returns when the work for a request, and for its body, may begin, so that clients take turns. By default, all work
   *  begins immediately. */
  readonly takeTurn?: TakeTurn;
  /** Closes the connection of a client that has stopped reading its response while other clients wait. By default, only
   *  the response is aborted. */
  readonly hangUp?: (request: Request) => void;
}

export function serverStopping(): QrError {
  return new QrError("BUSY", { rule: SHUTTING_DOWN });
}
