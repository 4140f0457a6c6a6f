declare module "linebreak" {
  /** Finds where a text may be broken. UAX #14. */
  export default class LineBreaker {
    constructor(text: string);
    /** The next place where a line may begin, or null at the end. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
