import { execFileSync, spawn } from "node:child_process";
import { chmodSync, createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

// Clones HEAD into a temporary folder and runs .ci/run there, so that only what is committed is tested. If everything
// passes, writes the id of HEAD's tree to ci-green in the git directory. The output is also written to ci.log there.

const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).trim();

const [commit, tree] = git("rev-parse", "HEAD", "HEAD^{tree}").split("\n");
const [gitDir, common] = git("rev-parse", "--git-dir", "--git-common-dir")
  .split("\n")
  .map((path) => resolve(path));
const log = join(gitDir, "ci.log");
const green = join(gitDir, "ci-green");

if (git("status", "--porcelain")) console.log("There are uncommitted changes, which are not tested.");

/** Ends the run. The clone is then removed. */
let stop = () => {
  removeClone();
  process.exit(1);
};
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop());

const folder = mkdtempSync(join(tmpdir(), "isoqr-ci-"));
// PostgreSQL, which does not run as root, must reach its programs in the clone.
chmodSync(folder, 0o755);
// Without these variables, which git sets in hooks, git uses the clone.
const { GIT_DIR: _directory, GIT_INDEX_FILE: _index, GIT_WORK_TREE: _workTree, ...env } = process.env;
try {
  execFileSync("git", ["clone", "--quiet", "--no-checkout", common, folder], { env, stdio: "inherit" });
  execFileSync("git", ["checkout", "--quiet", "--detach", commit], { cwd: folder, env, stdio: "inherit" });
  console.log(`Testing ${git("log", "-1", "--format=%h %s", commit)} in ${folder}`);
  const isGreen = await run();
  if (isGreen) {
    writeFileSync(green, `${tree}\n`);
    console.log(`Wrote the tree ${tree} to ${green}`);
  } else {
    process.exitCode = 1;
    console.error(`.ci/run failed: see ${log}`);
  }
} finally {
  removeClone();
}

function removeClone() {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs .ci/run in the clone. Prints its output, and writes it to the log. Resolves to whether it succeeded. */
async function run() {
  const file = createWriteStream(log);
  const child = spawn(join(folder, ".ci/run"), {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    // In a process group of its own, so that a signal ends everything that it has started.
    detached: true,
  });
  stop = () => process.kill(-child.pid, "SIGTERM");
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.on("data", (bytes) => {
      to.write(bytes);
      file.write(bytes);
    });
  }
  const code = await new Promise((done, fail) => child.once("error", fail).once("close", done));
  await new Promise((done) => file.end(done));
  return code === 0;
}
