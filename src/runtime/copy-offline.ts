#!/usr/bin/env node
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPackageFile } from "../adapters/package-file.ts";

/** What the parts of the service worker want of packages, as its build wrote it down. */
interface PackageFiles {
  /** Versions by the packages' names: a part and its WebAssembly are of one version. */
  readonly versions: Readonly<Record<string, string>>;
  /** SHA-256 of each file by its path, such as "harfbuzzjs/dist/harfbuzz.wasm". */
  readonly files: Readonly<Record<string, string>>;
}

/** Beside this program; a variable, for a bundler would take a literal in its place for a picture. */
const WORKER = "./sw/";

/** Copies the service worker's files into `site`, and those of packages that are installed, which are too heavy to be
 *  brought along. Resolves to the packages that are not, or in another version, as npm wants them named.
 *  @throws {Error} when a file cannot be written. */
async function copyOffline(site: string, from: string): Promise<string[]> {
  await cp(from, site, { recursive: true });
  const folder = (await readdir(from)).find((name) => name.startsWith("isoqr-"));
  if (!folder) throw new Error(`${from} has no parts: install isoqr anew`);
  const list = await readFile(join(from, folder, "packages.json"), "utf8");
  const { versions, files }: PackageFiles = JSON.parse(list);
  const missing = new Set<string>();
  for (const [path, digest] of Object.entries(files)) {
    const bytes = await readPackageFile(path).catch(() => undefined);
    if (bytes && createHash("sha256").update(bytes).digest("hex") === digest) {
      const target = join(site, folder, "packages", path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, bytes);
    } else {
      const [, name = path] = /^((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
      missing.add(`${name}@${versions[name]}`);
    }
  }
  return [...missing];
}

/** The program `isoqr-offline FOLDER`. */
async function main([site]: readonly string[]): Promise<void> {
  if (!site) throw new Error("say which folder your site is served from: isoqr-offline public");
  const missing = await copyOffline(site, fileURLToPath(new URL(WORKER, import.meta.url)));
  console.log(`${site} has the service worker`);
  if (missing.length > 0) {
    console.log(`for logos, cards and proofs, npm install ${missing.join(" ")} and do this again`);
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`isoqr-offline: ${error.message}`);
  process.exitCode = 1;
});
