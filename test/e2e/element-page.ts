import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";

/** The script-tag file, built for a test: its code, and a folder that holds it until `remove`. */
export async function buildScriptTag(): Promise<{ code: string; folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-tag-"));
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      lib: { entry: "src/runtime/script-tag.ts", formats: ["iife"], name: "isoqrTag", fileName: () => "isoqr.js" },
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      minify: true,
    },
  });
  return {
    code: readFileSync(join(folder, "isoqr.js"), "utf8"),
    folder,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
