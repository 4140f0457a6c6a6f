import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { toPng, toSvg } from "../../src/index.ts";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { ruleText } from "../rule-text.ts";
import { newFolder } from "./fake-terminal.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const program = join(root, "dist/cli.js");

/** Starts the built program, and kills it after the test. */
function start(...words: string[]) {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, BASE_URL: "", LINKS: "memory:" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("writes all bytes to a pipe", () => {
  const png = execFileSync(process.execPath, [program, "-", "-o", "-", "--size=2048"], { input: "x".repeat(2000) });
  expect(new Uint8Array(png)).toEqual(toPng("x".repeat(2000), { size: 2048 }));
});

test("encodes text that a shell pipes, and needs text if another program starts it", () => {
  const shell = (line: string) => execFileSync("sh", ["-c", line, program, process.execPath], { encoding: "utf8" });
  const drawn = shell('printf hello | "$1" "$0" --format svg');
  expect(drawn).toBe(toSvg("hello"));
  expect(shell('"$1" "$0" --format json < /dev/null || echo "exit $?"')).toBe("exit 2\n");
  const { status, stderr } = spawnSync(process.execPath, [program, "--format", "svg"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([2, expect.stringContaining(ruleText(fieldRequired, "text"))]);
});

test("exits silently when the program that reads its output stops", async () => {
  const path = join(newFolder(), "list.jsonl");
  writeFileSync(path, '{"data":7}\n'.repeat(50_000));
  const child = start("batch", path, "-o", join(path, "..", "out"), "--json");
  let stderr = "";
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  await once(child.stdout, "data");
  child.stdout.destroy();
  // Shells report 128 + 13 for a program that was killed by SIGPIPE.
  expect(await once(child, "exit")).toEqual([141, null]);
  expect(stderr).toBe("");
});

test("Ctrl-C stops a batch between two images, exits with 130, and leaves no temporary files", async () => {
  const folder = newFolder();
  const path = join(folder, "list.jsonl");
  writeFileSync(path, Array.from({ length: 50_000 }, (_, at) => `{"data":"${at}"}`).join("\n"));
  const child = start("batch", path, "-o", join(folder, "out"), "--json");
  await once(child.stdout, "data");
  child.stdout.resume();
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([130, null]);
  expect(readdirSync(join(folder, "out")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("fails with a message if the output cannot be written", async () => {
  const child = spawn("sh", ["-c", 'exec "$0" "$1" hello > /dev/full', process.execPath, program]);
  let stderr = "";
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  expect(await once(child, "close")).toEqual([1, null]);
  expect(stderr).toBe("isoqr: writing the output failed: the disk is full\n");
});

test("Ctrl-C ends a batch that is waiting for input", async () => {
  const folder = newFolder();
  const child = start("batch", "-", "-o", join(folder, "out"), "--json");
  child.stdin.write('{"data":"a"}\n');
  const [output] = await once(child.stdout.setEncoding("utf8"), "data");
  expect(JSON.parse(output)).toEqual({ line: 1, status: "drawn", file: "0001.png" });
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([130, null]);
});

test("isoqr serve runs until it is stopped", async () => {
  const child = start("serve", "--port", "0");
  const [output] = await once(child.stdout.setEncoding("utf8"), "data");
  const url = /serving on (\S+)/.exec(output)?.[1];
  const answer = await fetch(`${url}/api/qr?data=x`);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(toPng("x"));
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("exits with an error message if the server cannot start", async () => {
  const child = start("serve", "--port", "0", "--host", "192.0.2.1");
  const [stderr] = await once(child.stderr.setEncoding("utf8"), "data");
  expect(stderr).toBe(
    "isoqr: server startup failed: 192.0.2.1 is not an address of this machine: choose another address with --host\n",
  );
  expect(await once(child, "exit")).toEqual([1, null]);
});
