import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

// Writes dist/playground, the playground for the npm package: the files of dist/demo, compressed with Brotli, which makes
// them a third as large. The package contains the files of the service worker and the element elsewhere, and no guide.

const root = fileURLToPath(new URL("..", import.meta.url));
const [demo, packed] = [join(root, "dist/demo"), join(root, "dist/playground")];
const LEFT_OUT = /^(?:guide\/|isoqr-|(?:404\.html|isoqr\.js|isoqr-images\.js|licenses\.md|register\.js|sw\.js)$)/;

rmSync(packed, { recursive: true, force: true });
for (const entry of readdirSync(demo, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  const name = relative(demo, path).replaceAll("\\", "/");
  if (!entry.isFile() || LEFT_OUT.test(name)) continue;
  const target = join(packed, `${name}.br`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, brotliCompressSync(readFileSync(path)));
}
// The licenses are not served. They are not compressed, so that people can read them.
cpSync(join(demo, "licenses.md"), join(packed, "licenses.md"));
