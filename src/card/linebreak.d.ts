declare module "linebreak" {
  /** Finds line breaks. UAX #14. */
  export default class LineBreaker {
    constructor(text: string);
    /** Returns the next position where a line may begin, or null at the end. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
