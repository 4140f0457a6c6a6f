import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/** The package as npm would publish it. */
export interface Packed {
  /** The path of the tarball. */
  readonly tarball: string;
  /** The paths and sizes in bytes of its files. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** Size of the tarball, and of all files when unpacked, in bytes. */
  readonly size: number;
  readonly unpackedSize: number;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The package, and the folder of a project into which it is installed. */
    packed: Packed & { readonly project: string };
  }
}

/** Packs the package with the build in dist, and installs it into a new project, once for all tests. */
export default function pack(tests: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-package-"));
  // In the same folder as its copies, because npm writes the relative path of the tarball into package.json.
  const project = mkdtempSync(join(tmpdir(), "isoqr-project-"));
  const packed = packInto(folder);
  writeFileSync(join(project, "package.json"), '{"private":true,"type":"module"}');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", packed.tarball], {
    cwd: project,
    stdio: ["ignore", 2, 2],
  });
  tests.provide("packed", { ...packed, project });
  return () => {
    for (const made of [folder, project]) rmSync(made, { recursive: true });
  };
}

/** Packs the package into `folder`. */
export function packInto(folder: string): Packed {
  const output = execFileSync(process.execPath, ["scripts/pack.mjs", folder], { encoding: "utf8" });
  const { filename, files, size, unpackedSize } = JSON.parse(output) as Packed & { readonly filename: string };
  return { tarball: join(folder, filename), files, size, unpackedSize };
}
