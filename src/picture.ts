/** A finished answer: the bytes, or the text, and what they are. */
export interface Picture {
  /** "image/png", "image/svg+xml" or "application/json". */
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer> | string;
}
