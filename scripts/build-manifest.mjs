import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Writes dist/custom-elements.json.

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const { elementManifest } = (await runnerImport(path("scripts/element-manifest.ts"))).module;
mkdirSync(path("dist"), { recursive: true });
writeFileSync(path("dist/custom-elements.json"), JSON.stringify(elementManifest()));
