import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns the folder of a clone of the repository in `root` at `commit`. It is created at first, and then kept, so that
 *  the next run need not build it again. */
export function cloneAt(root: string, commit: string): string {
  const git = (folder: string, ...args: readonly string[]) =>
    execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" }).trim();
  const id = git(root, "rev-parse", "--verify", `${commit}^{commit}`);
  const folder = join(tmpdir(), "isoqr-differential", id);
  // Installed last, so a folder with packages is complete.
  if (existsSync(join(folder, "node_modules"))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync("git", ["clone", "--quiet", "--shared", "--no-checkout", root, folder]);
  git(folder, "checkout", "--quiet", "--detach", id);
  install(root, folder);
  return folder;
}

/** Links the packages of `root` into `folder` if both versions need the same ones, and installs them otherwise. */
function install(root: string, folder: string): void {
  const lockOf = (path: string) => readFileSync(join(path, "package-lock.json"), "utf8");
  if (lockOf(root) === lockOf(folder)) symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  else execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--silent"], { cwd: folder, stdio: ["ignore", 2, 2] });
}

/** Builds what is out of date, with the scripts of the version itself. */
export function build(folder: string): void {
  execFileSync(process.execPath, ["scripts/build.mjs", "core", "bundle"], { cwd: folder, stdio: ["ignore", 2, 2] });
}
