/** What an app is told when it is made. */
export interface AppSettings {
  /** Hears of every unexpected error, whose details no caller is told; default console.error. */
  readonly report?: (error: unknown) => void;
  /** Where callers reach the app, such as "https://qr.example.com": the beginning of the addresses in answers. Each
   *  request's own origin when left out. */
  readonly baseUrl?: string;
  /** Resolves to the bytes of a file inside an installed package, for the page of the API reference, whose renderer is
   *  one. @throws {QrError} NOT_SUPPORTED when it is not there. */
  readonly readPackageFile?: (path: string) => Promise<Uint8Array>;
  /** Resolves to the bytes of a file of the playground, such as "index.html"; to undefined where there is none. Without it
   *  a plain page stands at /. */
  readonly readSite?: (path: string) => Promise<Uint8Array | undefined>;
  /** Answers agents at POST /mcp; see createMcp. Not part of the app itself, for it is larger than all of that. */
  readonly mcp?: (request: Request) => Promise<Response>;
}
