import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/** The package as npm would publish it. */
export interface Packed {
  /** Where the tarball is. */
  readonly tarball: string;
  /** Paths inside it and sizes in bytes. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** Bytes of the tarball, and of all files when installed. */
  readonly size: number;
  readonly unpackedSize: number;
}

declare module "vitest" {
  export interface ProvidedContext {
    packed: Packed;
  }
}

/** Packs the package once for all gates. The build is the one in dist. */
export default function pack(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-package-"));
  project.provide("packed", packInto(folder));
  return () => rmSync(folder, { recursive: true });
}

/** Packs what is built into `folder`. */
export function packInto(folder: string): Packed {
  const told = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  // A list of one, or since npm 11.6 an object with one.
  const [packed] = Object.values(JSON.parse(told) as Record<string, Packed & { readonly filename: string }>);
  if (!packed) throw new Error("npm pack told of no package");
  const { filename, files, size, unpackedSize } = packed;
  return { tarball: join(folder, filename), files, size, unpackedSize };
}
