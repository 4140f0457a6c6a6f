import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProject } from "./project.ts";

const heavy = ["@resvg/resvg-wasm", "@jsquash/webp", "zxing-wasm", "harfbuzzjs", "@fontsource-variable/noto-sans"];

/** The files of packages in a site's folder. */
function packagesIn(site: string): string[] {
  const parts = readdirSync(site).find((name) => name.startsWith("isoqr-")) ?? "";
  const folder = join(site, parts, "packages");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}

test("isoqr-offline copies the worker, names what is missing, and copies that once it is installed", () => {
  const bare = createProject({});
  const told = bare.run("npx", "--no", "isoqr-offline", "public");
  expect(readdirSync(join(bare.folder, "public"))).toEqual(expect.arrayContaining(["sw.js", "register.js"]));
  expect(packagesIn(join(bare.folder, "public"))).toEqual([]);
  for (const name of heavy) expect(told).toMatch(new RegExp(`npm install .*${name}@\\d+\\.\\d+\\.\\d+`));

  const full = createProject({}, heavy);
  expect(full.run("npx", "--no", "isoqr-offline", "public")).toBe("public has the service worker\n");
  expect(packagesIn(join(full.folder, "public")).length).toBeGreaterThan(10);
});

test("isoqr-offline asks where to", () => {
  const { folder } = createProject({});
  const program = join(folder, "node_modules/.bin/isoqr-offline");
  expect(() => execFileSync(program, { stdio: "pipe" })).toThrow("isoqr-offline: say which folder");
});
