import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { makeCheckout } from "./checkout.ts";
import { installRuntimes, missingOf, versionOf } from "./install.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** Paths of the programs by their names. */
    runtimes: Readonly<Record<string, string>>;
    /** A folder like that of a checkout: the build is in its `dist`, and packages are installed. */
    checkout: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Installs the runtimes and builds what they run: a copy, for whoever works on the sources meanwhile builds it anew. */
export default function setUp(project: TestProject): () => void {
  const runtimes = installRuntimes();
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "core", "bundle"], {
    stdio: ["ignore", 2, 2],
  });
  const checkout = makeCheckout(root);
  project.provide("runtimes", runtimes);
  project.provide("checkout", checkout);
  return () => {
    rmSync(checkout, { recursive: true });
    const ran = Object.entries(runtimes).map(([name, path]) => `${name} ${versionOf(path)}`);
    const missing = missingOf(runtimes);
    console.log(`ran on ${ran.join(", ")}${missing.length > 0 ? `; not for this system: ${missing.join(", ")}` : ""}`);
  };
}
