#!/usr/bin/env node
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { type PackageFiles, readListedFile } from "../adapters/site-files.ts";

/** The folders of the service worker and of its compressed scripts, relative to this program. Bundlers would rewrite
 *  literals in `new URL`, so the paths are in variables. */
const WORKER = "./sw/";
const PACKED = "./playground/";

const unpack = promisify(brotliDecompress);

/** Copies the service worker's files from the folders `from` and `packed` to the folder `site`, including files from
 *  installed optional packages. Resolves to the packages that are missing or have the wrong version, each with the required
 *  version, such as "name@1.0.0": those that parts need, and others.
 *  @throws {Error} if `site` is not a folder, or a file cannot be read or written. */
async function copyOffline(
  site: string,
  from: string,
  packed: string,
): Promise<{ needed: string[]; others: string[] }> {
  const isFile = await stat(site).then(
    (found) => !found.isDirectory(),
    ({ code }) => code === "ENOTDIR",
  );
  if (isFile) throw new Error(`${site} is not a folder: pass the folder your site is served from, such as public`);
  const names = await readdir(from);
  const folder = names.find((name) => name.startsWith("isoqr-"));
  if (!folder) throw new Error(`${from} is incomplete: reinstall isoqr`);
  await cp(join(from, folder), join(site, folder), { recursive: true });
  // A checkout has these scripts uncompressed in `from`, and none in `packed`.
  for (const name of await readdir(join(packed, folder)).catch(() => [])) {
    const script = await unpack(await readFile(join(packed, folder, name)));
    await writeFile(join(site, folder, name.replace(/\.br$/, "")), script);
  }
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
      missing.add(name);
    }
  }
  // Copies scripts last, because browsers install a new sw.js only if they find its parts.
  for (const name of names) if (name !== folder) await cp(join(from, name), join(site, name), { recursive: true });
  const withVersion = (name: string) => `${name}@${list.versions[name]}`;
  const [others, needed] = [true, false].map((isOptional) =>
    [...missing].filter((name) => list.optional.includes(name) === isOptional).map(withVersion),
  ) as [string[], string[]];
  return { needed, others };
}

const HELP = `isoqr-offline FOLDER copies the service worker into the folder your site is served from.

Logos, cards and scan checks need optional packages. If one is missing, the command copies everything else, prints what to
install, and exits with 1. Scan checks work without @undecaf/zbar-wasm, but then use only one decoder. Captions need
@fontsource-variable/noto-serif and @fontsource-variable/nunito only for captionFont=serif and captionFont=rounded.

  --codes-only  exit with 0 even if packages are missing, for sites that only need codes
  --help        print this help`;

async function main(words: readonly string[]): Promise<void> {
  if (words.includes("--help") || words.includes("-h")) return console.log(HELP);
  const codesOnly = words.includes("--codes-only");
  const [site, ...more] = words.filter((word) => word !== "--codes-only");
  if (!site)
    throw new Error("a folder is required: pass the folder your site is served from, as in isoqr-offline public");
  const flag = [site, ...more].find((word) => word.startsWith("-"));
  if (flag)
    throw new Error(`unknown option ${flag}: see isoqr-offline --help, or use ./${flag} for a folder with this name`);
  if (more.length > 0) throw new Error("only one folder is allowed: put quotes around a name that contains spaces");
  const pathOf = (folder: string) => fileURLToPath(new URL(folder, import.meta.url));
  const { needed, others } = await copyOffline(site, pathOf(WORKER), pathOf(PACKED));
  if (needed.length > 0 && !codesOnly) {
    throw new Error(
      `copied the service worker to ${site}, but logos, cards and scan checks need more packages: ` +
        `run npm install ${[...needed, ...others].join(" ")} and then isoqr-offline again, or use --codes-only to do without them`,
    );
  }
  console.log(`Copied the service worker to ${site}`);
  if (others.length > 0 && !codesOnly) {
    console.log(`To use all decoders and typefaces, run npm install ${others.join(" ")}, then run isoqr-offline again`);
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`isoqr-offline: ${error.message}`);
  process.exitCode = 1;
});
