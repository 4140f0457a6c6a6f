import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";

/** Returns a function that runs commands of the program `isoqr` in this process, each in an empty folder. */
export async function openCommands(program) {
  const parent = mkdtempSync(join(tmpdir(), "isoqr-commands-"));
  const folder = join(parent, "folder");
  let count = 0;
  // The program listens for errors of the streams each time.
  for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
  process.on("exit", () => rmSync(parent, { recursive: true, force: true }));

  return {
    async run({ args, files = {} }) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
      const { argv } = process;
      const home = process.cwd();
      const [out, err] = [capture(process.stdout), capture(process.stderr)];
      try {
        process.chdir(folder);
        process.argv = [argv[0], "isoqr", ...args];
        process.exitCode = undefined;
        await import(`${program}?run=${count++}`);
        while (process.exitCode === undefined) await turn();
        return { exit: process.exitCode, out: out.text(), err: err.text(), written: written(folder) };
      } finally {
        out.release();
        err.release();
        process.argv = argv;
        process.chdir(home);
        process.exitCode = undefined;
      }
    },
  };
}

/** Collects what is written to `stream` until it is released. */
function capture(stream) {
  const { write } = stream;
  const parts = [];
  stream.write = (part, ...others) => {
    parts.push(Buffer.from(part));
    for (const other of others) if (typeof other === "function") other();
    return true;
  };
  return {
    text() {
      const bytes = Buffer.concat(parts);
      return bytes.includes(0) ? { bytes: bytes.toString("base64") } : bytes.toString();
    },
    release() {
      stream.write = write;
    },
  };
}

function written(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    files.map((path) => [path.slice(folder.length + 1), readFileSync(path).toString("base64")]),
  );
}
