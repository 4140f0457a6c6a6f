import type { Plugin } from "vite";

export function collectPackages(names: Set<string>): Plugin;
export function writeLicenses(file: string, names: ReadonlySet<string>): void;
