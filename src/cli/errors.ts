import { QrError, statusOf } from "../errors.ts";
import { verbatim } from "../messages/message.ts";

/** Exit codes. 130 means SIGINT, and 141 means SIGPIPE. */
export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130, brokenPipe: 141 } as const;

export function usage(message: string): QrError {
  return new QrError("INVALID_OPTION", verbatim(message));
}

/** Returns the error for a valid command that failed because of a file, disk, network or server. */
export function failure(message: string, cause?: unknown): QrError {
  return new QrError("FAILED", { ...verbatim(message), cause });
}

export function exitCodeOf(error: QrError): number {
  return statusOf(error) < 500 ? EXIT.usage : EXIT.failed;
}

/** Returns a function that names options by their flags. `logoData` becomes --logo at the start of a message, unless `words`
 *  contain --logo-data. */
export function flagNames(words: readonly string[]): (name: string, first?: boolean) => string {
  const isInline = words.some((word) => /^--logo(?:-d|D)ata(?:=|$)/.test(word));
  return (name, first = false) => {
    if (name === "data") return "the text";
    if (name === "picture") return "the image";
    return `--${name === "logoData" && first && !isInline ? "logo" : kebab(name)}`;
  };
}

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

export function fileErrorReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && REASONS[code]) || message;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ERR_FS_EISDIR: "it is a folder",
  EEXIST: "a file with this name exists; choose another name",
  ENOTDIR: "part of the path is not a folder",
  EFBIG: "the file exceeds the system's size limit",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EROFS: "the disk is read-only",
  ENAMETOOLONG: "the name is too long",
};
