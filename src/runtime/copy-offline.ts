#!/usr/bin/env node
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type PackageFiles, readListedFile } from "../adapters/worker-files.ts";

/** Beside this program; a variable, for a bundler would take a literal in its place for a picture. */
const WORKER = "./sw/";

/** Copies the service worker's files into `site`, and those of packages that are installed, which are too heavy to be
 *  brought along. Resolves to the packages that are not, or in another version, as npm wants them named.
 *  @throws {Error} when a file cannot be written. */
async function copyOffline(site: string, from: string): Promise<string[]> {
  await cp(from, site, { recursive: true });
  const folder = (await readdir(from)).find((name) => name.startsWith("isoqr-"));
  if (!folder) throw new Error(`${from} has no parts: install isoqr anew`);
  const list: PackageFiles = JSON.parse(await readFile(join(from, folder, "packages.json"), "utf8"));
  const missing = new Set<string>();
  for (const path of Object.keys(list.files)) {
    const bytes = await readListedFile(path, list);
    if (bytes) {
      const target = join(site, folder, "packages", path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, bytes);
    } else {
      const [, name = path] = /^((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
      missing.add(`${name}@${list.versions[name]}`);
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
