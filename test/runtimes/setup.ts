import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { makeCheckout } from "./checkout.ts";
import { installRuntimes, missingOf, versionOf } from "./install.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** The paths of the programs by name. */
    runtimes: Readonly<Record<string, string>>;
    /** A copy of the checkout, with the build in `dist` and installed packages. */
    checkout: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Installs the runtimes, and creates a built copy of the checkout for them. Builds during the tests do not affect the
 *  copy. */
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
    console.log(
      `Ran on ${ran.join(", ")}${missing.length > 0 ? `; not available for this system: ${missing.join(", ")}` : ""}`,
    );
  };
}
