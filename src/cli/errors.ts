import { type ErrorRecord, type MessageParts, messageOf, QrError } from "../errors.ts";

/** Exit codes: success, failure, wrong usage; 130 after an interruption, 141 if the reader of the output went away. */
export const EXIT = { fine: 0, failed: 1, usage: 2, interrupted: 130, unread: 141 } as const;

/** Returns the error for a command that was called wrongly. */
export function usage(message: string): QrError {
  return new QrError("INVALID_OPTION", 400, message);
}

/** Returns the error for a correct command that fails: because of a file, a disk, a network or a server. */
export function failure(message: string, cause?: unknown): QrError {
  return new QrError("FAILED", 500, message, undefined, { cause });
}

/** Returns the exit code for `error`: wrong usage has to be corrected, everything else may pass. */
export function exitCodeOf({ status }: QrError): number {
  return status < 500 ? EXIT.usage : EXIT.failed;
}

/** Composes the sentence of an error or a finding. By default, options have their names in the API. */
export function errorMessage(
  error: MessageParts & Pick<ErrorRecord, "package">,
  nameOf?: (name: string, first?: boolean) => string,
): string {
  const { package: missing } = error;
  if (missing !== undefined) return `that takes a package that is not installed: npm install ${missing}`;
  return messageOf(error, nameOf);
}

/** Returns a function that names options by their flags in `words`. Without its flag, `logoData` came from `--logo`. */
export function flagNames(words: readonly string[]): (name: string, first?: boolean) => string {
  const isInline = words.some((word) => /^--logo(?:-d|D)ata(?:=|$)/.test(word));
  return (name, first = false) => {
    if (name === "data") return "the text";
    return `--${name === "logoData" && first && !isInline ? "logo" : kebab(name)}`;
  };
}

/** Converts "dotStyle" to "dot-style". */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** Describes an error of the file system, to follow a file's name. */
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
  ENOTDIR: "part of the path is not a folder",
  EFBIG: "the file is larger than the system lets this user write",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EROFS: "the disk is read-only",
  ENAMETOOLONG: "the name is too long",
};
