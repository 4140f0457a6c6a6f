export interface Picture {
  /** MIME type, such as "image/png". */
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer> | string;
}
