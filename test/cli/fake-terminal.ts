import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export { isoqr } from "./in-process.ts";

/** A new folder, until the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
