import type { Plugin } from "vite";

export const APACHE_ELSEWHERE: string;
export function collectPackages(names: Set<string>): Plugin;
export function writeLicenses(file: string, names: ReadonlySet<string>, apache?: string): void;
