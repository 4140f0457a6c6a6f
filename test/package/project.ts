import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A user's project with the packed package installed. */
export interface Project {
  readonly folder: string;
  /** The names of the installed packages, including isoqr. */
  readonly installed: readonly string[];
  /** Runs `program` in the project's folder, and returns its output. `program` is the name of a command or a path.
   *  @throws {Error} with the output if it fails. */
  run(program: string, ...args: readonly string[]): string;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
}

/** Creates a project outside of the repository, and removes it after the test. It is a copy of the project into which
 *  the setup has installed the package. `packages` are linked from the repository, so that their versions match the lock
 *  file and nothing is downloaded. */
export function createProject(
  files: Readonly<Record<string, string | Uint8Array>>,
  packages: readonly string[] = [],
): Project {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "isoqr-project-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  const run: Project["run"] = (program, ...args) => {
    try {
      return execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
    } catch (error) {
      const { stdout, stderr, message } = error as Error & { readonly stdout?: string; readonly stderr?: string };
      throw new Error([message, stdout, stderr].filter(Boolean).join("\n"));
    }
  };
  const write: Project["write"] = (written) => {
    for (const [path, text] of Object.entries(written)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };

  cpSync(inject("packed").project, folder, { recursive: true, verbatimSymlinks: true });
  write(files);
  const installed = readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));
  for (const name of packages) link(folder, name);
  return { folder, installed, run, write };
}

/** Links a package of the repository into the project in `folder`. */
export function link(folder: string, name: string): void {
  const place = join(folder, "node_modules", name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(root, "node_modules", name), place, "dir");
}

/** Returns the path of a program in one of the installed packages. */
export function programOf(name: string, program = name): string {
  const path = join(root, "node_modules", name, "package.json");
  const { bin } = createRequire(import.meta.url)(path) as { readonly bin: string | Readonly<Record<string, string>> };
  const file = typeof bin === "string" ? bin : bin[program];
  if (!file) throw new Error(`${name} has no program ${program}`);
  return join(dirname(path), file);
}
