import type { RawOptions } from "./options/parse.ts";
import type { Picture } from "./picture.ts";

/** Everything isoqr does for a caller elsewhere. The service does it here, the app answers it over HTTP. */
export interface QrApi {
  /** The picture that `words` ask for.
   *  @throws {QrError} DATA_MISSING, INVALID_OPTION, DATA_TOO_LONG or NOT_SUPPORTED. */
  generate(words: RawOptions): Promise<Picture>;
}
