import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** A program that draws a PNG with a pool. It prints whether the PNG has a plausible size, or the error message. */
const program = `
import { createPool } from ${JSON.stringify(new URL("../../build/worker/workers-node.js", import.meta.url).href)};
const pool = createPool({ size: 1 });
console.log(await pool.toPng("x").then(({ length }) => length > 100, ({ message }) => message));
pool.dispose();
`;

const run = async (...flags: string[]) =>
  (await promisify(execFile)(process.execPath, [...flags, "-e", program], { timeout: 30_000 })).stdout.trim();

test("a pool works in a program passed with --eval", async () => {
  expect(await run("--input-type=module")).toBe("true");
  expect(await run("--max-old-space-size=500", "--input-type", "module")).toBe("true");
});

test("a pool works in a program read from standard input", async () => {
  const child = spawn(process.execPath, ["--input-type=module"], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(program);
  let output = "";
  for await (const chunk of child.stdout) output += chunk;
  expect(output.trim()).toBe("true");
});

test("explains that isoqr/worker is not needed on Node", async () => {
  const program = import("../../src/workers/browser-worker.ts");
  await expect(program).rejects.toThrow("on Node, createPool from isoqr/workers starts threads automatically");
});

test("rejects with a message if threads are not permitted", async () => {
  const [major = 0] = process.versions.node.split(".").map(Number);
  const output = await run(
    major < 22 ? "--experimental-permission" : "--permission",
    "--allow-fs-read=*",
    "--input-type=module",
  );
  expect(output).toContain("thread startup failed");
  expect(output).toContain("--allow-worker");
});
