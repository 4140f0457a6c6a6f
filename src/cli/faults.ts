import { QrError } from "../errors.ts";

/** What a program is told at the end: all is well, something failed, or it was asked wrongly. */
export const EXIT = { fine: 0, failed: 1, usage: 2, interrupted: 130, unread: 141 } as const;

/** A complaint about how the command was called. */
export function usage(sentence: string): QrError {
  return new QrError("INVALID_OPTION", 400, sentence);
}

/** A complaint about the world: a file, a package, a network. */
export function failure(sentence: string, cause?: unknown): QrError {
  return new QrError("NOT_SUPPORTED", 501, sentence, undefined, { cause });
}

/** The exit code for `error`: whoever asked wrongly has to ask otherwise; all else may pass. */
export function exitCodeOf({ status }: QrError): number {
  return status < 500 ? EXIT.usage : EXIT.failed;
}

/** The sentence of `error` with its option under the name of its flag, one of `words`: a logo's bytes that no flag gave came
 *  from a file. */
export function flagSentence({ message, field }: QrError, words: readonly string[]): string {
  if (field === undefined || !message.startsWith(`${field} `)) return message;
  if (field === "data") return `the text${message.slice("data".length)}`;
  const isFile = field === "logoData" && !words.some((word) => /^--logo(?:-d|D)ata(?:=|$)/.test(word));
  return `--${isFile ? "logo" : kebab(field)}${message.slice(field.length)}`;
}

/** "dotStyle" as "dot-style". */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** What the operating system calls `error`, as words to stand after a file's name. */
export function fileTrouble(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && TROUBLES[code]) || message;
}

const TROUBLES: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "this user may not",
  EPERM: "this user may not",
  EISDIR: "it is a folder",
  ERR_FS_EISDIR: "it is a folder",
  EEXIST: "a file is in the way, choose another name",
  ENOTDIR: "a part of the path is no folder",
  EFBIG: "the file is larger than the system lets this user write",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EROFS: "the disk is read-only",
  ENAMETOOLONG: "the name is too long",
};
