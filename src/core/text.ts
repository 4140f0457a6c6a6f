/** Whether `text` has no lone surrogate, so that UTF-8 can hold it. */
export function wellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Bytes of `text` as UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
