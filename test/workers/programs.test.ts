import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** The text of a program that draws by a pool and says whether there is a picture, or why there is none. */
const program = `
import { createPool } from ${JSON.stringify(new URL("../../build/worker/workers-node.js", import.meta.url).href)};
const pool = createPool({ size: 1 });
console.log(await pool.toPng("x").then(({ length }) => length > 100, ({ message }) => message));
pool.dispose();
`;

const run = async (...flags: string[]) =>
  (await promisify(execFile)(process.execPath, [...flags, "-e", program], { timeout: 30_000 })).stdout.trim();

test("a pool works in a program that is an argument", async () => {
  expect(await run("--input-type=module")).toBe("true");
  expect(await run("--max-old-space-size=500", "--input-type", "module")).toBe("true");
});

test("a pool works in a program that is read from standard input", async () => {
  const child = spawn(process.execPath, ["--input-type=module"], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(program);
  let said = "";
  for await (const chunk of child.stdout) said += chunk;
  expect(said.trim()).toBe("true");
});

test("the program of browsers' workers is refused on Node with a sentence", async () => {
  const program = import("../../src/workers/browser-worker.ts");
  await expect(program).rejects.toThrow("on Node, createPool of isoqr/workers starts threads by itself");
});

test("threads that are not permitted are refused with a sentence", async () => {
  const [major = 0] = process.versions.node.split(".").map(Number);
  const said = await run(
    major < 22 ? "--experimental-permission" : "--permission",
    "--allow-fs-read=*",
    "--input-type=module",
  );
  expect(said).toContain("starting the threads failed");
  expect(said).toContain("--allow-worker");
});
