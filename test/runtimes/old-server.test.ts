import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";

const { oldestNode, node18 } = inject("runtimes");
const old = [
  ...(oldestNode ? [{ engine: "Node 18.0.0", path: oldestNode }] : []),
  ...(node18 ? [{ engine: "the last Node 18", path: node18 }] : []),
];
const root = fileURLToPath(new URL("../..", import.meta.url));

test.each(old)("$engine: the server and the commands ask for a newer version", ({ path }) => {
  const { stdout: version } = spawnSync(path, ["-p", "process.versions.node"], { encoding: "utf8" });
  const message = `Node.js 20.19 or later is required, but this is ${version.trim()}: install a newer version of Node.js\n`;
  const programs = [
    { words: ["dist/serve.js"], prefix: "isoqr cannot start: " },
    { words: ["dist/cli.js", "serve", "--port", "0"], prefix: "isoqr: " },
    { words: ["dist/cli.js", "https://example.com"], prefix: "isoqr: " },
    { words: [join(root, "scripts/start.mjs")], prefix: "isoqr cannot start: " },
  ];
  for (const { words, prefix } of programs) {
    const { status, stdout, stderr } = spawnSync(path, words, { cwd: inject("checkout"), encoding: "utf8" });
    expect([status, stdout, stderr], words.join(" ")).toEqual([1, "", prefix + message]);
  }
  const code =
    'import("isoqr/node").then(({ startServer }) => startServer({ port: 0 })).catch(({ message }) => console.log(message))';
  expect(spawnSync(path, ["-e", code], { cwd: inject("checkout"), encoding: "utf8" }).stdout).toBe(message);
});
