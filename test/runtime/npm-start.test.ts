import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "isoqr-start-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A server that runs until it gets SIGTERM. It fails after a while, so that it does not outlive a failed test. */
const SERVER = `
  process.on("SIGTERM", () => { console.log("stopped"); process.exit(); });
  setTimeout(() => process.exit(1), 20_000);
  console.log("started");
`;

test("`npm start` stops the server when npm gets SIGTERM", async () => {
  for (const name of ["scripts", "dist"]) mkdirSync(join(folder, name));
  const script = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));
  copyFileSync(script, join(folder, "scripts/start.mjs"));
  writeFileSync(join(folder, "scripts/build.mjs"), "");
  writeFileSync(join(folder, "dist/serve.js"), SERVER);
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ type: "module", scripts: { start: "node scripts/start.mjs" } }),
  );
  const child = spawn("npm", ["start"], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  let seen = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    seen += text;
    if (text.includes("started")) child.kill("SIGTERM");
  });
  // The server also holds the pipe open, so this waits until the server has exited.
  await once(child.stdout, "close");
  expect(seen).toMatch(/started\n(?:.*\n)*stopped\n/);
}, 30_000);
