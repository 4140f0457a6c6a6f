export interface StoredLink {
  readonly id: string;
  readonly data: string;
  /** SHA-256, in hex, of the token that is required to delete the link. */
  readonly tokenHash: string;
}

/** Stores links. Every method rejects with QrError STORE_UNAVAILABLE (503) if the store cannot be reached, and settles
 *  within one time limit, including retries. An expired link counts as absent. */
export interface LinkStore {
  /** Resolves to the link, or undefined if it does not exist. */
  find(id: string): Promise<StoredLink | undefined>;
  /** Stores `link` atomically, unless its id is taken, and resolves to the stored link. If its token hash differs, the
   *  link already existed. If its data differs, the ids collide.
   *  @throws {QrError} STORE_UNAVAILABLE (503) if the store has reached its limit. */
  add(link: StoredLink): Promise<StoredLink>;
  /** Removes the link with this id and token hash, atomically. Resolves to the stored token hash (if it differs,
   *  nothing was removed), or undefined if the link did not exist. */
  remove(link: Pick<StoredLink, "id" | "tokenHash">): Promise<string | undefined>;
  /** Resolves to the bytes in use and their limit, without counting links. Only stores of servers have this method. */
  space?(): Promise<Pick<LinkStats, "bytes" | "maxBytes">>;
  close(): Promise<void>;
}

export interface DatedLink extends StoredLink {
  /** The day, UTC, on which the link was last read or, if it was never read, created. In days since 1970-01-01. */
  readonly readDay: number;
}

export interface LinkStats {
  readonly links: number;
  /** Bytes in use, counted in the same way as `maxBytes`. */
  readonly bytes: number;
  readonly maxBytes: number;
  /** The lowest and the highest `readDay` of all links; undefined if there are no links. */
  readonly oldestRead: number | undefined;
  readonly newestRead: number | undefined;
  /** Links that were last read before the day passed to `stats`. */
  readonly unread: number;
}

/** Slow administrative methods, which requests must not call. */
export interface LinkAdmin {
  /** Counts all links, and the links that were last read before the day `before`. */
  stats(before?: number): Promise<LinkStats>;
  /** Resolves to the first day since which all reads have been recorded; undefined if reads are not recorded. A link
   *  last read before that day counts as read on that day. */
  readsSince(): Promise<number | undefined>;
  /** Removes up to `most` links last read before the day `before`. Resolves to their number: less than `most` at the end. */
  purge(before: number, most: number): Promise<number>;
  /** Yields every link once, in the store's id order. */
  export(): AsyncIterable<DatedLink>;
  /** Adds `link` unless its id is taken. If it is, resolves to "existing" if the stored data is equal, and otherwise to
   *  "taken".
   *  @throws {QrError} STORE_UNAVAILABLE (503) if the store has reached its limit. */
  restore(link: DatedLink): Promise<"created" | "existing" | "taken">;
}
