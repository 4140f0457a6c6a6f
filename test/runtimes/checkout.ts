import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { serverPackages } from "../../scripts/server-packages.mjs";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Creates a copy of the checkout at `root`, with its build and the packages that a server uses, and returns its path.
 *  Builds during the tests do not affect the copy. It has no symbolic links, because Deno's permissions refer to real
 *  paths. */
export function makeCheckout(root: string): string {
  mkdirSync(join(root, "build"), { recursive: true });
  const folder = mkdtempSync(join(root, "build", "runtimes-"));
  for (const name of ["dist", "package.json"]) cpSync(join(root, name), join(folder, name), { recursive: true });
  const wanted = new Set(serverPackages(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))));
  // The loop also visits the packages that it adds to the set.
  for (const name of wanted) {
    const from = join(root, "node_modules", name);
    if (!linkTree(from, join(folder, "node_modules", name))) continue;
    const { dependencies = {}, optionalDependencies = {} } = readManifest(from);
    for (const one of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) wanted.add(one);
  }
  return folder;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** Creates hard links at `to` for all files in `from`. Returns false if `from` does not exist, for example because the
 *  package is for another system. */
function linkTree(from: string, to: string): boolean {
  let files: ReturnType<typeof filesIn>;
  try {
    files = filesIn(from);
  } catch {
    return false;
  }
  for (const path of files) {
    const place = join(to, path.slice(from.length));
    mkdirSync(dirname(place), { recursive: true });
    linkSync(path, place);
  }
  return true;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}
