import { QrError } from "../errors.ts";
import { UnsentError } from "../work/wire.ts";

/** What `call` comes to; options that cannot be sent to a worker, such as functions, are the caller's fault.
 *  @throws {QrError} INVALID_OPTION. */
export async function sendable<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof UnsentError ? notPlain(error.cause) : error;
  }
}

export function notPlain(cause: unknown): QrError {
  const sentence = "options must be plain values, which can be sent to a worker: texts, numbers, true and false";
  return new QrError("INVALID_OPTION", 400, sentence, undefined, { cause });
}
