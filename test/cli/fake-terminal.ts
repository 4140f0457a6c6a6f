import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export { isoqr } from "./in-process.ts";

/** Creates a folder that is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
