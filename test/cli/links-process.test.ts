import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startTestServer, type TestServer } from "../postgres/database.ts";
import { newFolder } from "./fake-terminal.ts";

const program = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** Milliseconds in which a command must exit after its last message. */
const EXIT_LIMIT = 5_000;

/** Runs `isoqr links` with `input`, and resolves to its exit code, or to the text "still running" if it has not exited
 *  within EXIT_LIMIT after its last message. */
async function run(place: string, words: readonly string[]): Promise<number | string> {
  const args = [program, "links", ...words, "--links", place];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => resolve("still running"), EXIT_LIMIT);
    };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", restart);
  });
  const ended = once(child, "exit").then(([code]) => code as number);
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
}

const commands: readonly (readonly [code: number, title: string, words: readonly string[]])[] = [
  [1, "import with a rejected line", ["import", "LINES"]],
  [1, "purge without recorded reads", ["purge", "--days", "90"]],
  [2, "purge without --days", ["purge"]],
  [0, "purge --dry-run", ["purge", "--days", "90", "--force", "--dry-run"]],
  [0, "purge", ["purge", "--days", "90", "--force"]],
  [0, "stats", ["stats"]],
  [0, "export", ["export"]],
  [1, "export to a folder that does not exist", ["export", "-o", "FOLDER/none/links.jsonl"]],
];

describe.each(["SQLite", "PostgreSQL"])("links in %s", (store) => {
  let server: TestServer | undefined;
  let place = "";
  beforeAll(async () => {
    if (store === "SQLite") return;
    server = await startTestServer();
    place = await server.createDatabase();
  }, 120_000);
  afterAll(() => server?.stop(), 60_000);

  test.each(commands)("exits with %i soon after its last message: %s", { timeout: 60_000 }, async (code, _, words) => {
    const folder = newFolder();
    const lines = join(folder, "lines.jsonl");
    writeFileSync(lines, "{}\n");
    const at = place || `sqlite:${join(folder, "links.db")}`;
    // The other commands require that the store exists.
    await run(at, ["import", lines]);
    const given = words.map((word) => word.replace("FOLDER", folder).replace("LINES", lines));
    expect(await run(at, given)).toBe(code);
  });
});
