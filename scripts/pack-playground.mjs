import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

// Writes dist/playground for the npm package: the playground from dist/demo, and the scripts from dist/sw that the service
// worker loads on demand. They are compressed with Brotli, which makes them a third as large. The package contains the other
// files of the service worker and the element uncompressed, and no guide.

const root = fileURLToPath(new URL("..", import.meta.url));
const [demo, worker, packed] = ["dist/demo", "dist/sw", "dist/playground"].map((path) => join(root, path));
const LEFT_OUT = /^(?:guide\/|isoqr-|(?:404\.html|isoqr\.js|isoqr-images\.js|licenses\.md|register\.js|sw\.js)$)/;

/** The scripts that the service worker loads on demand. */
const PART = /^isoqr-[^/]+\/[^/]+\.js$/;

rmSync(packed, { recursive: true, force: true });
pack(demo, (name) => !LEFT_OUT.test(name));
pack(worker, (name) => PART.test(name));

/** Compresses the files in and below the folder `from` whose names `includes` accepts. */
function pack(from, includes) {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(from, path).replaceAll("\\", "/");
    if (!entry.isFile() || !includes(name)) continue;
    const target = join(packed, `${name}.br`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, brotliCompressSync(readFileSync(path)));
  }
}

// The licenses are not served. They are not compressed, so that people can read them.
cpSync(join(demo, "licenses.md"), join(packed, "licenses.md"));
