/** Where a symbol stands in a picture. */
export interface Frame {
  /** Width and height of the picture in pixels. */
  readonly size: number;
  /** Quiet zone in modules. */
  readonly margin: number;
  /** Six lower-case hex digits. */
  readonly color: string;
  readonly bg: string;
}
